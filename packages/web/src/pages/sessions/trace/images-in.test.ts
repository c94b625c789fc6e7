import { expect, test } from "vitest";
import { imagesIn } from "./images-in.js";

const PNG = `iVBORw0KGgo${"A".repeat(80)}=`;
const WEBP = `UklGR${"B".repeat(80)}`;

test.each([
  [
    "Claude Code",
    { message: { content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: PNG } }] } },
  ],
  ["Codex", { payload: { content: [{ type: "input_image", image_url: `data:image/png;base64,${PNG}` }] } }],
  ["a tool of an MCP server", { result: { content: [{ type: "image", mimeType: "image/png", data: PNG }] } }],
])("images of %s are found", (_, line) => {
  expect(imagesIn(JSON.stringify(line))).toEqual([`data:image/png;base64,${PNG}`]);
});

test("the format is told by the bytes, and an image that is named twice is one", () => {
  expect(imagesIn(JSON.stringify([WEBP, { again: WEBP }, PNG]))).toEqual([
    `data:image/webp;base64,${WEBP}`,
    `data:image/png;base64,${PNG}`,
  ]);
});

test.each([
  ["words", "UklGR is how they begin"],
  ["an image with markup", `data:image/svg+xml;base64,${PNG}`],
  ["something else after the image", `${PNG}" onload="x`],
])("%s is none", (_, text) => {
  expect(imagesIn(JSON.stringify({ text }))).toEqual([]);
});

test("a line that is not JSON has none", () => {
  expect(imagesIn(`{"text":"${PNG}`)).toEqual([]);
});

test("no more are found than one can look at", () => {
  expect(imagesIn(JSON.stringify(Array.from({ length: 50 }, (_, n) => `${PNG.slice(0, -1)}${n}A`)))).toHaveLength(8);
});
