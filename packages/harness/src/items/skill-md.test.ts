import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { canonicalSkillMd, stubSkillMd } from "./skill-md.js";

test.each([
  ["a\nb", "a\nb\n"],
  ["a\r\nb\r\n", "a\nb\n"],
  ["a\rb", "a\nb\n"],
  ["a\n\n\n", "a\n"],
  ["\uFEFFa", "a\n"],
  ["", "\n"],
])("the canonical form of %j is %j", (text, canonical) => {
  expect(canonicalSkillMd(text)).toBe(canonical);
  expect(canonicalSkillMd(canonical)).toBe(canonical);
});

describe("a stub", () => {
  test("says where the skill is", () => {
    const stub = stubSkillMd({
      name: "a: b",
      description: 'x\n"y"',
      source: "https://x.test/r",
      ref: "main",
      path: "/",
    });
    expect(stub).toBe(
      '---\nname: "a: b"\ndescription: "x\\n\\"y\\""\nsource: "https://x.test/r"\nref: "main"\npath: "/"\n---\n',
    );
    expect(parse(stub.slice(4, -4))).toMatchObject({ name: "a: b", description: 'x\n"y"' });
  });

  test("leaves out what is absent", () => {
    expect(stubSkillMd({ name: "a", description: "b" })).toBe('---\nname: "a"\ndescription: "b"\n---\n');
  });
});
