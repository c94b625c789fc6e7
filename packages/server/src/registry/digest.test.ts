import { expect, test } from "vitest";
import { digestOf } from "./digest.js";

test("a digest names its algorithm and is in lower-case hex", () => {
  expect(digestOf("abc")).toBe("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("text is digested as UTF-8", () => {
  expect(digestOf("é")).toBe(digestOf(Uint8Array.of(0xc3, 0xa9)));
});
