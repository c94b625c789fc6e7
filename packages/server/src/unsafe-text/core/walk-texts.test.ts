import { expect, test } from "vitest";
import { walkTexts } from "./walk-texts.js";

const textsIn = (value: unknown, path = ""): string[] => {
  const seen: string[] = [];
  walkTexts(value, path, ({ text }) => {
    seen.push(text);
    return [];
  });
  return seen;
};
const FILE = { path: "a.png", content: "iVBORw0KGgoA", encoding: "base64" };

test("the bytes of a skill's file are no text, wherever its fields come from", () => {
  for (const [value, path] of [
    [{ files: [FILE] }, ""],
    [{ files: [FILE] }, "body"],
    [{ extra: { files: [FILE] } }, "body"],
  ] as const) {
    expect(textsIn(value, path)).not.toContain(FILE.content);
    expect(textsIn(value, path)).toContain(FILE.path);
  }
});

test("nothing else can pass for such a file", () => {
  expect(textsIn({ handler_config: FILE }, "body")).toContain(FILE.content);
  expect(textsIn({ handler_config: { files: [FILE] } }, "body")).toContain(FILE.content);
  expect(textsIn({ files: [{ path: "a.txt", content: "x" }] }, "body")).toContain("x");
});
