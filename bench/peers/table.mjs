// Makes the table of bench/peers/run.
//
//     node table.mjs FOLDER NAME SIZE [NAME SIZE]…
//
// FOLDER holds N.PROGRAM.ROUND files, each the line of JSON that a program printed about the file number N (from 0).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [, , folder, ...rest] = process.argv;
const files = [];
for (let i = 0; i < rest.length; i += 2) files.push({ name: rest[i], size: Number(rest[i + 1]) });
const results = readdirSync(folder);
const programs = ["memcpy", "kagami", "kagami-into", "assimp", "babylon-mmd", "babylon-mmd-drop", "mmd-parser"]
    .filter(program => results.some(name => name.split(".")[1] === program));
const headings = { kagami: "kagami read", "kagami-into": "read_into", "babylon-mmd-drop": "its keys not kept" };

const median = numbers => {
    const sorted = [...numbers].sort((a, b) => a - b), half = sorted.length >> 1;
    return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};
const digits = number => (number >= 100 ? Math.round(number).toString() : number.toPrecision(number >= 1 ? 3 : 2));
const size = bytes => (bytes < 1e4 ? `${bytes} B` : bytes < 1e6 ? `${digits(bytes / 1e3)} kB` : `${digits(bytes / 1e6)} MB`);

const shortened = reason => {
    const plain = [...reason.trim().replaceAll("|", "/")];
    return plain.length > 48 ? plain.slice(0, 47).join("") + "…" : plain.join("");
};

let least = Infinity, spread = { share: 0 };

/// {ms, count}, {fails}, or undefined if it was not run.
function result(number, program) {
    const rounds = results.filter(name => name.startsWith(`${number}.${program}.`))
        .map(name => JSON.parse(readFileSync(join(folder, name), "utf8")));
    const failed = rounds.find(round => round.fails !== undefined);
    if (failed !== undefined || rounds.length === 0) return failed;
    const ms = median(rounds.flatMap(round => round.ms));
    least = Math.min(least, rounds.reduce((sum, round) => sum + round.ms.length, 0));
    const share = Math.max(...rounds.map(round => Math.abs(median(round.ms) - ms))) / ms;
    if (share > spread.share && ms > 1e-3) spread = { share, number, program };
    return { ms, count: rounds[0].count };
}

const rows = files.map(({ name, size: bytes }, number) => {
    const cells = Object.fromEntries(programs.map(program => [program, result(number, program)]));
    const own = cells.kagami;
    return [name, size(bytes), ...programs.map(program => {
        const found = cells[program];
        if (found === undefined) return "–";
        if (found.fails?.startsWith("does not read ")) return found.fails;
        if (found.fails !== undefined) return `fails: ${shortened(found.fails)}`;
        if (found.count >= 0 && own.count !== undefined && found.count !== own.count) return `fails: counts ${found.count}, not ${own.count}`;
        if (program === "kagami" || own?.ms === undefined) return digits(found.ms);
        return `${digits(found.ms)} (${digits(found.ms / own.ms)} x)`;
    })];
});

// Chinese, Japanese and Korean characters take two cells.
const width = text => [...text].reduce((sum, c) => sum + (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(c) ? 2 : 1), 0);
const table = [["file", "size", ...programs.map(program => headings[program] ?? program)], ...rows];
const widths = table[0].map((_, column) => Math.max(...table.map(row => width(row[column]))));
const line = row => `| ${row.map((cell, column) => {
    const space = " ".repeat(widths[column] - width(cell));
    return column === 0 ? cell + space : space + cell;
}).join(" | ")} |`;
console.log("Milliseconds (and how many times as long as kagami read); each the median of at least " +
    `${least} runs\n`);
console.log(line(table[0]));
console.log(`|${widths.map((w, column) => (column === 0 ? ":" + "-".repeat(w + 1) : "-".repeat(w + 1) + ":")).join("|")}|`);
for (const row of table.slice(1)) console.log(line(row));
if (spread.share > 0)
    console.log(`\nThe median of one round differs from that of all by at most ${Math.round(spread.share * 100)} % ` +
        `(${spread.program}, ${files[spread.number].name}).`);
