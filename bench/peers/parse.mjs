// The Node side of bench/peers/run: measures one parser on one file.
//
//     node parse.mjs PROGRAM FILE
//
// Prints one line of JSON, as driver.cpp does: {"triangles": 2, "ms": [0.1, ...]} or {"fails": "reason"}.
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { extname } from "node:path";

// For one process; driver.cpp has the same numbers.
const warmUpMs = 200, measureMs = 400, leastRuns = 2, mostRuns = 2000;

const silent = { log() {}, warn() {}, error() {} };

// Each gives a function that parses an ArrayBuffer, and one that counts the triangles of the result. A further format is
// a further entry.
const programs = {
    "babylon-mmd": {
        ".pmx": async () => {
            register("./js-extension.mjs", import.meta.url);
            const { PmxReader } = await import("babylon-mmd/esm/Loader/Parser/pmxReader.js");
            return { run: buffer => PmxReader.ParseAsync(buffer, silent), triangles: model => model.indices.length / 3 };
        },
    },
    "mmd-parser": {
        ".pmx": async () => {
            const { default: { Parser } } = await import("mmd-parser");
            const parser = new Parser();
            return { run: buffer => parser.parsePmx(buffer, false), triangles: model => model.faces.length };
        },
    },
};

async function measure(name, path) {
    const extension = extname(path);
    const load = programs[name]?.[extension];
    if (load === undefined) throw new Error(`does not read ${extension}`);
    const { run, triangles } = await load();
    const bytes = readFileSync(path);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

    let count = -1;
    const time = async () => {
        const start = performance.now();
        const model = await run(buffer);
        const ms = performance.now() - start;
        if (count < 0) count = triangles(model);
        return ms;
    };

    for (let spent = 0; spent < warmUpMs;) spent += await time() + 1e-3;

    // The garbage of earlier runs is collected when V8 sees fit; forcing it between the runs makes both parsers slower.
    const times = [];
    for (let spent = 0; times.length < leastRuns || (spent < measureMs && times.length < mostRuns);) {
        times.push(await time());
        spent += times.at(-1);
    }
    return { triangles: count, ms: times };
}

const [, , name, path] = process.argv;
console.error = console.warn = () => {};
measure(name, path).catch(error => ({ fails: String(error?.message ?? error) })).then(result => console.log(JSON.stringify(result)));
