// The Node side of bench/peers/run: measures one parser on one file.
//
//     node parse.mjs PROGRAM FILE
//
// Prints one line of JSON, as driver.cpp does: {"count": 2, "ms": [0.1, ...]} or {"fails": "reason"}.
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { extname } from "node:path";

// For one process; driver.cpp has the same numbers.
const warmUpMs = 200, measureMs = 400, leastRuns = 2, mostRuns = 2000;

const silent = { log() {}, warn() {}, error() {} };

const babylon = name => {
    register("./js-extension.mjs", import.meta.url);
    return import(`babylon-mmd/esm/Loader/Parser/${name}.js`);
};

// babylon-mmd only finds out where the keys of a motion lie, and makes each when it is asked for it. Here it is asked for
// all. Its VmdLoader keeps them, as the other programs do; not keeping them is the least that using them takes.
const keep = keys => {
    const list = [];
    for (let i = 0; i < keys.length; ++i) list.push(keys.get(i));
    return list;
};
const drop = keys => {
    let last;
    for (let i = 0; i < keys.length; ++i) last = keys.get(i);
    return { length: keys.length, last };
};

const babylonMotion = all => async () => {
    const { VmdObject } = await babylon("vmdObject");
    return {
        run: buffer => {
            const vmd = VmdObject.ParseFromBuffer(buffer);
            return {
                bones: all(vmd.boneKeyFrames), morphs: all(vmd.morphKeyFrames), cameras: all(vmd.cameraKeyFrames),
                lights: all(vmd.lightKeyFrames), shadows: all(vmd.selfShadowKeyFrames), properties: vmd.propertyKeyFrames,
            };
        },
        count: motion => motion.bones.length + motion.morphs.length + motion.cameras.length,
    };
};

async function mmdParser(run, count) {
    const { default: { Parser } } = await import("mmd-parser");
    const parser = new Parser();
    return { run: buffer => run(parser, buffer), count };
}

// Each gives a function that parses an ArrayBuffer, and one that counts in the result what driver.cpp counts: triangles,
// or bone, morph and camera keys. A further format is a further entry.
const programs = {
    "babylon-mmd": {
        ".pmx": async () => {
            const { PmxReader } = await babylon("pmxReader");
            return { run: buffer => PmxReader.ParseAsync(buffer, silent), count: model => model.indices.length / 3 };
        },
        ".pmd": async () => {
            const { PmdReader } = await babylon("pmdReader");
            return { run: buffer => PmdReader.ParseAsync(buffer, silent), count: model => model.indices.length / 3 };
        },
        ".vmd": babylonMotion(keep),
    },
    "babylon-mmd-drop": { ".vmd": babylonMotion(drop) },
    "mmd-parser": {
        ".pmx": () => mmdParser((parser, buffer) => parser.parsePmx(buffer, false), model => model.faces.length),
        ".pmd": () => mmdParser((parser, buffer) => parser.parsePmd(buffer, false), model => model.faces.length),
        ".vmd": () => mmdParser((parser, buffer) => parser.parseVmd(buffer, false),
            motion => motion.motions.length + motion.morphs.length + motion.cameras.length),
    },
};

async function measure(name, path) {
    const extension = extname(path);
    const load = programs[name]?.[extension];
    if (load === undefined) throw new Error(`does not read ${extension}`);
    const { run, count } = await load();
    const bytes = readFileSync(path);
    const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

    let found = -1;
    const time = async () => {
        const start = performance.now();
        const result = await run(buffer);
        const ms = performance.now() - start;
        if (found < 0) found = count(result);
        return ms;
    };

    for (let spent = 0; spent < warmUpMs;) spent += await time() + 1e-3;

    // The garbage of earlier runs is collected when V8 sees fit; forcing it between the runs makes both parsers slower.
    const times = [];
    for (let spent = 0; times.length < leastRuns || (spent < measureMs && times.length < mostRuns);) {
        times.push(await time());
        spent += times.at(-1);
    }
    return { count: found, ms: times };
}

const [, , name, path] = process.argv;
console.error = console.warn = () => {};
measure(name, path).catch(error => ({ fails: String(error?.message ?? error) })).then(result => console.log(JSON.stringify(result)));
