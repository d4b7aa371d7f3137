// babylon-mmd is written for bundlers: its modules import each other without ".js", which Node does not accept.
// Registered by parse.mjs, this adds it.
export async function resolve(specifier, context, next) {
    const bare = specifier.startsWith(".") && !/\.[cm]?js$/.test(specifier);
    return next(bare && context.parentURL?.includes("/babylon-mmd/") ? specifier + ".js" : specifier, context);
}
