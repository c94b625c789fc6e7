import { describe, expect, test } from "vitest";
import { keyName, meaningOf } from "./key-sequence.js";

const KNOWN = ["j", "G", "g h", "g g", "Mod+k"];

describe("a key", () => {
  test.each([
    ["j", undefined, { run: "j" }],
    ["g", undefined, { wait: "g" }],
    ["h", "g", { run: "g h" }],
    ["g", "g", { run: "g g" }],
    ["G", undefined, { run: "G" }],
    ["G", "g", { run: "G" }],
    ["j", "g", { run: "j" }],
    ["x", "g", undefined],
    ["h", undefined, undefined],
  ])("%s after %s means %o", (key, begun, meaning) => {
    expect(meaningOf(key, begun, KNOWN)).toEqual(meaning);
  });

  test.each([
    [{ key: "k", ctrlKey: true }, "Mod+k"],
    [{ key: "K", metaKey: true }, "Mod+k"],
    [{ key: "?" }, "?"],
    [{ key: "k", altKey: true }, undefined],
  ])("of %o is called %s", (pressed, name) => {
    expect(keyName({ ctrlKey: false, metaKey: false, altKey: false, ...pressed })).toBe(name);
  });
});
