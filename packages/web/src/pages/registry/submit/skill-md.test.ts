import { expect, test } from "vitest";
import { valuesFromSkillMd } from "./skill-md.js";

const skill = (frontMatter: string): string => `---\n${frontMatter}\n---\n# Steps\n`;

test.each([
  ["plain lines", "name: careful\ndescription: Looks twice", { name: "careful", description: "Looks twice" }],
  ["quotes", `name: 'careful'\ndescription: "Looks: twice"`, { name: "careful", description: "Looks: twice" }],
  ["Windows line ends", "name: careful\r\nlicense: MIT\r", { name: "careful" }],
  ["a block, which is the server's to read", "name: careful\ndescription: >\n  Looks\n  twice", { name: "careful" }],
  ["none", "license: MIT", {}],
])("takes name and description from %s", (_what, frontMatter, expected) => {
  const text = skill(frontMatter);
  expect(valuesFromSkillMd(text, {})).toEqual({
    ...expected,
    skill_md_content: text,
    delivery_mode: "registry_direct",
  });
});

test("keeps what is typed already", () => {
  const values = valuesFromSkillMd(skill("name: careful\ndescription: d"), { name: "mine", description: " " });
  expect(values).not.toHaveProperty("name");
  expect(values).toHaveProperty("description", "d");
});

test("takes a text without front matter as it is", () => {
  expect(valuesFromSkillMd("# Steps\n\nname: no", {})).not.toHaveProperty("name");
});
