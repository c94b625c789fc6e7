import { expect, test } from "vitest";
import type { SkillFiles } from "./neutral.js";
import { renderSkill } from "./render-skill.js";
import { SKILL } from "./testing/examples.js";
import { readFile } from "./testing/read-back.js";

function skill(content: string, name = "notes"): SkillFiles {
  return { name, description: "from the registry", files: [{ path: "SKILL.md", content, executable: false }] };
}

test("leaves a SKILL.md alone that has the right name", () => {
  const { files, warnings } = renderSkill("copilot", SKILL);
  expect(files[0]).toEqual({
    path: ".github/skills/release-notes/SKILL.md",
    content: SKILL.files[0]?.content,
  });
  expect(warnings).toEqual([]);
});

test("renames a skill as its folder, keeps its comments, and says so", () => {
  const { files, warnings } = renderSkill("copilot", skill("---\n# ours\nname: Old\ndescription: d\n---\nbody\n"));
  expect(files[0]?.content).toBe("---\n# ours\nname: notes\ndescription: d\n---\nbody\n");
  expect(warnings).toEqual([
    'The name of the skill is "Old" in its front matter; it is changed to "notes" to match its folder.',
  ]);
});

test("a line that ends with three hyphens does not close the front matter", () => {
  const members = "# ---------- limits ----------\ndescription: Does --- things ---\n# ---\nallowed-tools: Read\n";
  const named = `---\nname: notes\n${members}---\nBody\n`;
  expect(renderSkill("claude-code", skill(named)).files[0]?.content).toBe(named);
  const renamed = renderSkill("claude-code", skill(named.replace("notes", "old")));
  expect(renamed.files[0]?.content).toBe(named);
});

test("adds the description that a front matter lacks", () => {
  const { files } = renderSkill("zed", skill("---\nname: notes\n---\nbody\n"));
  expect(files.map((file) => readFile(file).members)).toEqual([{ name: "notes", description: "from the registry" }]);
});

test.each(["- a list", "name: [unclosed", "just text"])("warns about a front matter of %j", (text) => {
  const content = `---\n${text}\n---\nbody\n`;
  const { files, warnings } = renderSkill("zed", skill(content));
  expect(files[0]?.content).toBe(content);
  expect(warnings).toEqual(['The front matter of the skill "notes" is not a YAML mapping; harnesses may ignore it.']);
});

test("makes a folder that every harness accepts from any name", () => {
  expect(renderSkill("opencode", skill("body", "My  Skill__v2!"), { scope: "project" }).path).toBe(
    ".opencode/skills/my-skill-v2",
  );
});

test.each(["../escape.sh", "/etc/passwd", "a//b", "a\\b", "./x"])("leaves out a file at %j", (path) => {
  const { files, warnings } = renderSkill("cursor", {
    ...SKILL,
    files: [...SKILL.files, { path, content: "", executable: false }],
  });
  expect(files).toHaveLength(2);
  expect(warnings).toEqual([`The file "${path}" of the skill "release-notes" is outside its folder and is omitted.`]);
});

test("warns about a description that Agent Skills does not allow", () => {
  const { warnings } = renderSkill("zed", skill(`---\nname: notes\ndescription: ${"x".repeat(3000)}\n---\n`));
  expect(warnings).toEqual([
    'The description of the skill "notes" has 3000 characters, which exceeds the Agent Skills limit of 1024; a harness may reject it.',
  ]);
});

test("says what the client does when the registry holds no files", () => {
  const { snippet, files, warnings } = renderSkill("pi", { ...SKILL, files: [] });
  expect(snippet).not.toHaveProperty("skills");
  expect(files).toEqual([]);
  expect(warnings).toEqual([
    "The registry does not store the files of this skill; the client fetches them from git into ~/.pi/agent/skills/release-notes.",
  ]);
});
