// Makes a TypeScript module of each .wat file of the server: node tools/make-wasm.mjs [--check]
//
// They are a few kilobytes at most, so they travel as text inside the compiled code and need no path of their own.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import wabt from "wabt";

/**
 * arm64 has one instruction for what takes three elsewhere, and it makes the encoder twice as fast. It is not used on x64: there the
 * first-tier compiler of Node.js 20 overwrites the register of the sum.
 */
const withDotProduct = (wat) =>
  wat.replaceAll(
    /\(i32x4\.add (\(local\.get \$\w+\)) \(i32x4\.dot_i16x8_s \(i16x8\.relaxed_dot_i8x16_i7x16_s (\(.*?\)) (\(.*?\))\) \(local\.get \$ones\)\)\)/g,
    "(i32x4.relaxed_dot_i8x16_i7x16_add_s $2 $3 $1)",
  );

const SOURCES = [
  { path: "core/vector-scan", variants: { WASM: (wat) => wat } },
  {
    path: "embedder/sentence-encoder/transformer",
    variants: { WASM: (wat) => wat, WASM_ARM64: withDotProduct },
  },
];
const check = process.argv.includes("--check");

const assembler = await wabt();
let stale = 0;
for (const { path, variants } of SOURCES) {
  const from = fileURLToPath(new URL(`../packages/server/src/discovery/${path}.wat`, import.meta.url));
  const to = from.replace(/\.wat$/, "-wasm.ts");
  const name = from.split("/").at(-1).replace(".wat", "").replaceAll("-", "_").toUpperCase();
  const wat = readFileSync(from, "utf8");
  const constants = Object.entries(variants).map(([variant, change]) => {
    const { buffer } = assembler
      .parseWat(from, change(wat), { simd: true, relaxed_simd: true, threads: true })
      .toBinary({});
    return `export const ${name}_${variant} =\n  "${Buffer.from(buffer).toString("base64")}";\n`;
  });
  const text = `// Made of ${from.split("/").at(-1)} by tools/make-wasm.mjs.\n${constants.join("\n")}`;
  if (!check) writeFileSync(to, text);
  else if (readFileSync(to, "utf8") !== text) {
    stale += 1;
    console.error(`${to} is out of date. Run node tools/make-wasm.mjs`);
  }
}
process.exitCode = stale;
