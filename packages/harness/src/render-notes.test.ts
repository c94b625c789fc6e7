import { describe, expect, test } from "vitest";
import { HARNESS_IDS } from "./harnesses.js";
import { findInstallPlaces, installPlaces } from "./install-places.js";
import type { AgentDefinition, Scope } from "./neutral.js";
import { placeNotes } from "./render-notes.js";
import { renderAgent } from "./render-agent.js";

const skill = (name: string, ...more: string[]) => ({
  name,
  description: "Tidies code",
  files: ["SKILL.md", ...more].map((path) => ({ path, content: "text\n", executable: false })),
});
const AGENT: AgentDefinition = {
  id: "a",
  name: "reviewer",
  description: "Reviews",
  prompt: "You review.",
  mcpServers: [],
  skills: [skill("tidy"), skill("other")],
  hooks: [],
  prompts: [],
  sandboxes: [],
};
const BOTH = { prompt: ["One: 1."], skill: ["Two: 2.", "Three: 3."] };

describe.each(HARNESS_IDS)("notes for %s", (id) => {
  test.each<Scope>(["project", "user"])("are where an agent may write, and in the way of nothing (%s)", (scope) => {
    const { files, unplaced } = placeNotes(id, AGENT, BOTH, { scope });
    expect([files.length, unplaced]).toEqual([2, []]);
    const places = installPlaces(id, "agent");
    for (const { path } of files) expect(findInstallPlaces(places, path).map(({ mode }) => mode)).toContain("own");
    const rendered = JSON.stringify(renderAgent(id, AGENT, { scope }).snippet);
    for (const { path } of files) expect(rendered).not.toContain(`"${path}"`);
  });
});

test("are paragraphs of a file beside SKILL.md, and a skill that says when to read it", () => {
  const { files } = placeNotes("claude-code", AGENT, BOTH);
  expect(files).toEqual([
    {
      path: ".claude/skills/reviewer-notes/SKILL.md",
      content:
        "---\nname: reviewer-notes\ndescription: Background for every task of reviewer. Read it before starting.\n---\n\n# Notes for reviewer\n\nOne: 1.\n",
    },
    { path: ".claude/skills/tidy/reference-notes.md", content: "# Reference notes\n\nTwo: 2.\n\nThree: 3.\n" },
  ]);
});

test("take another name where one is taken", () => {
  const taken = { ...AGENT, skills: [skill("reviewer-notes", "reference-notes.md", "Reference-Notes-2.md")] };
  expect(placeNotes("claude-code", taken, BOTH).files.map(({ path }) => path)).toEqual([
    ".claude/skills/reviewer-notes-2/SKILL.md",
    ".claude/skills/reviewer-notes/reference-notes-3.md",
  ]);
});

test("need a skill to be beside, and are nothing where there are none", () => {
  const bare = { ...AGENT, skills: [] };
  expect(placeNotes("codex", bare, { prompt: [], skill: ["x"] })).toEqual({ files: [], unplaced: ["skill"] });
  expect(placeNotes("codex", AGENT, { prompt: [], skill: [] })).toEqual({ files: [], unplaced: [] });
});
