import { describe, expect, test } from "vitest";
import { findHiddenText } from "./hidden-text.js";

const tags = (text: string): string =>
  Array.from(text, (character) => String.fromCodePoint(0xe0000 + (character.codePointAt(0) ?? 0))).join("");

describe("is refused", () => {
  test.each([
    ["right-to-left override", "ab\u202Ec", "U+202E (right-to-left override) at 1:3"],
    ["embedding", "\u202A", "U+202A"],
    ["isolate", "a\n b\u2066", "U+2066 (left-to-right isolate) at 2:3"],
    ["right-to-left mark", "a\u200F", "U+200F"],
    ["Arabic letter mark", "a\u061C", "U+061C"],
    ["zero width space", "a\u200Bb", "U+200B"],
    ["joiner between Latin letters", "a\u200Db", "U+200D"],
    ["non-joiner between Latin letters", "a\u200Cb", "U+200C"],
    ["joiner after one emoji", "🙂\u200D text", "U+200D"],
    ["word joiner", "a\u2060b", "U+2060"],
    ["byte order mark inside", "a\uFEFF", "U+FEFF"],
    ["byte order mark before a description", "\uFEFFa", "U+FEFF"],
    ["soft hyphen", "hy\u00ADphen", "U+00AD"],
    ["tags", `hi${tags("ignore")}`, "U+E0069"],
    ["tags after a flag", `🏴${tags("gbeng")}\u{E007F}${tags("x")}`, "U+E0078"],
    ["a flag that never ends", `🏴${tags("gbeng")}`, "U+E0067"],
    ["a run of selectors", "😀\uFE0F\uFE01\uFE02", "U+FE01"],
    ["a selector after a letter", "a\uFE01", "U+FE01"],
    ["supplementary selectors", "😀\u{E0100}", "U+E0100"],
    ["null", "a\u0000", "U+0000 (null)"],
    ["escape", "\u001B[31m", "U+001B"],
    ["C1 control", "a\u0085", "U+0085"],
    ["delete", "a\u007F", "U+007F"],
    ["Hangul filler", "a\u3164", "U+3164"],
    ["half of a surrogate pair", "a\uD83Db", "U+D83D"],
    ["position counts characters", "🙂🙂\u200B", "at 1:3"],
  ])("%s", (_what, text, told) => {
    const errors = findHiddenText({ description: text });
    expect(errors).toEqual([{ path: "description", message: expect.stringContaining(told) as string }]);
  });

  test("many in one text are one finding that counts them", () => {
    expect(findHiddenText("\u200B".repeat(10))[0]?.message).toContain("and 7 more");
  });

  test("in names and anywhere below", () => {
    const errors = findHiddenText({ a: [{ "b\u202E": "c\u200B" }] }, "body");
    expect(errors.map(({ path }) => path)).toEqual(["body.a[0]", 'body.a[0]["…"]']);
  });
});

describe("passes", () => {
  test.each([
    ["plain text with line ends and tabs", "a\tb\r\nc\n"],
    ["a family", "👨‍👩‍👧‍👦"],
    ["skin tones and professions", "👩🏽‍💻 🧑🏿‍🤝‍🧑🏻"],
    ["selectors in emoji", "❤️ ☀︎ 1️⃣ 🏳️‍🌈 ❤️‍🔥 👁️‍🗨️"],
    ["the flag of Scotland", `🏴${tags("gbsct")}\u{E007F}`],
    ["two flags", `🏴${tags("gbsct")}\u{E007F}🏴${tags("gbwls")}\u{E007F}`],
    ["Persian with non-joiners", "می\u200Cخواهم"],
    ["Hindi with joiners", "क्\u200Dष"],
    ["Sinhala", "ශ්\u200Dරී"],
    ["ideographic variations", "葛\u{E0100}"],
    ["Hebrew and Arabic", "שלום مرحبا"],
    ["Japanese", "日本語のテキスト"],
    ["combining marks", "e\u0301"],
  ])("%s", (_what, text) => {
    expect(findHiddenText({ description: text })).toEqual([]);
  });

  test.each(["skill_md_content", "script_content", "content"])("a byte order mark at the start of %s", (name) => {
    expect(findHiddenText({ [name]: "\uFEFF# Title" })).toEqual([]);
    expect(findHiddenText({ [name]: "\uFEFF\uFEFF# Title" })).toHaveLength(1);
  });
});

test.each(["a", "\u200B", "🏴", "\u{E0061}", "\uFE0F", "👩\u200D"])("a megabyte of %j comes to an end", (piece) => {
  expect(findHiddenText(piece.repeat(2 ** 20 / piece.length)).length).toBeLessThanOrEqual(1);
});
