import { describe, expect, test } from "vitest";
import { nameAndDescriptionOf, parseSkillMd } from "./skill-md.js";

const skillMd = (frontMatter: string, body = "# Body\n"): string => `---\n${frontMatter}\n---\n${body}`;

describe("parsing", () => {
  test.each([
    ["plain", skillMd("name: a\ndescription: b")],
    ["with CRLF", skillMd("name: a\ndescription: b").replaceAll("\n", "\r\n")],
    ["with a byte order mark", `\uFEFF${skillMd("name: a\ndescription: b")}`],
    ["with spaces after the fence", "--- \nname: a\ndescription: b\n---\t\n# Body\n"],
  ])("%s", (_what, text) => {
    expect(parseSkillMd(text)).toEqual({ frontMatter: { name: "a", description: "b" }, body: "# Body\n", errors: [] });
  });

  test("a rule inside the body is not the end of the front matter", () => {
    expect(parseSkillMd(skillMd("name: a", "x\n---\ny")).body).toBe("x\n---\ny");
  });

  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [here, before] of ["ba", "cb", "dc", "ed", "fe", "gf"]) {
    bomb.push(`${here}: &${here} [${Array.from({ length: 9 }, () => `*${before}`).join(",")}]`);
  }

  test.each([
    ["no front matter", "# Title", /start with front matter/],
    ["a blank line before it", "\n---\nname: a\n---\n", /start with front matter/],
    ["no end", "---\nname: a\n", /is not closed/],
    ["a list", skillMd("- a\n- b"), /key: value/],
    ["nothing", skillMd(""), /key: value/],
    ["a colon in a plain value", skillMd("name: a\ndescription: Use this: when needed"), /line 3.*Quote values/],
    ["a key twice", skillMd("name: a\nname: b"), /unique/],
    ["an alias bomb", skillMd(bomb.join("\n")), /aliases/],
    ["deep nesting", skillMd(`a: ${"[".repeat(30_000)}`), /not valid YAML/],
    ["too much", skillMd(`a: ${"x".repeat(70_000)}`), /64 KiB/],
  ])("refuses %s", (_what, text, message) => {
    const { errors, frontMatter } = parseSkillMd(text);
    expect(errors).toEqual([{ path: "skill_md_content", message: expect.stringMatching(message) as string }]);
    expect(frontMatter).toEqual({});
  });
});

test.each([
  [skillMd("name: pdf\ndescription: >\n  Reads\n  files"), { name: "pdf", description: "Reads files" }],
  [skillMd("name: 5\ndescription: ''"), {}],
  ["no front matter", {}],
])("name and description of %j are %j", (text, expected) => {
  expect(nameAndDescriptionOf(text)).toEqual(expected);
});
