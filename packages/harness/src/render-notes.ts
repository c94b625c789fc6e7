import { HARNESSES, type HarnessId } from "./harnesses.js";
import type { Harness } from "./harness.js";
import type { AgentDefinition, FileToWrite, InstallOptions } from "./neutral.js";
import { pathPart, placeIn } from "./render/names.js";
import { frontMatter } from "./render/text.js";

/** Paragraphs that an install adds for an agent to read, beside what it is made of. */
export interface AgentNotes {
  /** For the agent itself. */
  readonly prompt: readonly string[];
  /** For the first of its skills. */
  readonly skill: readonly string[];
}

export interface PlacedNotes {
  readonly files: readonly FileToWrite[];
  /** What there is no place for. */
  readonly unplaced: readonly (keyof AgentNotes)[];
}

/**
 * Notes in files of their own, so that no file of a component changes. Those for the agent are a skill, which every harness
 * loads by its description; those for a skill are a further file in its folder.
 */
export function placeNotes(
  id: HarnessId,
  agent: AgentDefinition,
  notes: AgentNotes,
  options: InstallOptions = {},
): PlacedNotes {
  const harness: Harness = HARNESSES[id];
  const folder = placeIn(harness.skills, options.scope ?? harness.defaultScope, options.platform);
  const files: FileToWrite[] = [];
  const unplaced: (keyof AgentNotes)[] = [];
  const [skill] = agent.skills;
  if (notes.prompt.length > 0) {
    if (folder === undefined) unplaced.push("prompt");
    else files.push(ownSkill(folder, agent, notes.prompt));
  }
  if (notes.skill.length > 0) {
    if (folder === undefined || skill === undefined) unplaced.push("skill");
    else {
      const isTaken = (name: string): boolean => skill.files.some(({ path }) => path.toLowerCase() === `${name}.md`);
      const name = freeName("reference-notes", isTaken);
      const content = `# Reference notes\n\n${notes.skill.join("\n\n")}\n`;
      files.push({ path: `${folder}/${pathPart(skill.name)}/${name}.md`, content });
    }
  }
  return { files, unplaced };
}

function ownSkill(folder: string, agent: AgentDefinition, paragraphs: readonly string[]): FileToWrite {
  const taken = new Set(agent.skills.map(({ name }) => pathPart(name)));
  const name = freeName(`${pathPart(agent.name)}-notes`, (each) => taken.has(each));
  const description = `Background for every task of ${agent.name}. Read it before starting.`;
  const body = `# Notes for ${agent.name}\n\n${paragraphs.join("\n\n")}\n`;
  return { path: `${folder}/${name}/SKILL.md`, content: frontMatter({ name, description }, body) };
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let count = 2; ; count++) if (!isTaken(`${name}-${count}`)) return `${name}-${count}`;
}
