import { describe, expect, test } from "vitest";
import { codeParts } from "./code-parts.js";
import type { Language } from "./languages.js";

const SAMPLES: Readonly<Record<Language, string>> = {
  bash: 'if [ -f "$1" ]; then # comment\n  echo "ü"\nfi',
  css: "a { color: #fff; } /* c */",
  dockerfile: "FROM node:20\nRUN npm ci # x",
  go: 'package main\nfunc main() { println("a") }',
  ini: '[tool]\nname = "x" # c',
  javascript: "const a = 1; // c\nfunction f() { return `${a}`; }",
  json: '{ "a": [1, true, "b"] }',
  markdown: "# Title\n\n- *a* `b`\n\n<!-- c -->",
  python: "def f(x):\n    return f'{x}'  # c",
  rust: "fn main() { let a = 1; }",
  sql: "SELECT 'a' FROM b -- c",
  typescript: "interface A { readonly b: string }",
  xml: '<a href="b">c &amp; d</a>',
  yaml: "a:\n  - b: 1 # c",
};

describe("highlighting", () => {
  test.each(Object.entries(SAMPLES) as [Language, string][])("of %s changes no character", (language, code) => {
    const parts = codeParts(code, language);
    expect(parts.map(({ text }) => text).join("")).toBe(code);
    expect(parts.some(({ look }) => look !== undefined)).toBe(true);
  });

  test("tells what is what", () => {
    const looks = new Map(codeParts(SAMPLES.javascript, "javascript").map(({ text, look }) => [text, look]));
    expect([looks.get("const"), looks.get("1"), looks.get("// c"), looks.get("f")]).toEqual([
      "keyword",
      "number",
      "comment",
      "name",
    ]);
  });

  test("of what is not in the language ends, and changes nothing", () => {
    const rubbish = `${'"'.repeat(2000)}${"{".repeat(2000)}\u0000<script>`;
    for (const language of Object.keys(SAMPLES) as Language[]) {
      expect(
        codeParts(rubbish, language)
          .map(({ text }) => text)
          .join(""),
      ).toBe(rubbish);
    }
  });
});
