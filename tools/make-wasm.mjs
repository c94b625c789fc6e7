// Makes a TypeScript module of each .wat file of the server: node tools/make-wasm.mjs [--check]
//
// They are a few hundred bytes each, so they travel as text inside the compiled code and need no path of their own.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

const SOURCES = ["core/vector-scan", "embedder/sentence-encoder/transformer"];
const check = process.argv.includes("--check");

const assembler = await wabt();
let stale = 0;
for (const source of SOURCES) {
  const from = fileURLToPath(new URL(`../packages/server/src/discovery/${source}.wat`, import.meta.url));
  const to = from.replace(/\.wat$/, "-wasm.ts");
  const name = `${from.split("/").at(-1).replace(".wat", "").replaceAll("-", "_").toUpperCase()}_WASM`;
  const { buffer } = assembler
    .parseWat(from, readFileSync(from, "utf8"), { simd: true, relaxed_simd: true })
    .toBinary({});
  const text = `// Made of ${from.split("/").at(-1)} by tools/make-wasm.mjs.\nexport const ${name} =\n  "${Buffer.from(buffer).toString("base64")}";\n`;
  if (!check) writeFileSync(to, text);
  else if (readFileSync(to, "utf8") !== text) {
    stale += 1;
    console.error(`${to} is out of date. Run node tools/make-wasm.mjs`);
  }
}
process.exitCode = stale;
