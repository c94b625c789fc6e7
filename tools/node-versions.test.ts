import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const { engines } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { engines: { node: string } };
const text = (file: string): string => readFileSync(root + file, "utf8");

/** The oldest Node.js that someone may still try. It reads a file as a whole before it runs the first line. */
const OLD_NODE = "node12.20";

test.each(["packages/cli/bin/tack.cjs", "packages/server/serve.cjs", "scripts/start.cjs"])(
  "%s is read by old versions of Node.js, which it can then refuse",
  (file) => {
    const asIs = transformSync(text(file), { target: "esnext", format: "cjs" }).code;
    expect(transformSync(text(file), { target: OLD_NODE, format: "cjs" }).code).toBe(asIs);
  },
);

test("tack refuses the same versions as its package", () => {
  const [, major, minor] = /^>=(\d+)\.(\d+)$/.exec(engines.node) ?? [];
  const refusal = `Number(version[0]) < ${major} || (version[0] === "${major}" && Number(version[1]) < ${minor})`;
  expect(text("packages/cli/bin/tack.cjs")).toContain(refusal);
});
