import { startOf } from "@tackroom/contract/shorten";
import { parseDocument } from "yaml";
import type { FileToWrite, SkillFiles } from "../neutral.js";
import { pathPart } from "./names.js";
import { frontMatter } from "./text.js";

/** Agent Skills: a longer one may be refused. */
export const MAX_SKILL_DESCRIPTION_LENGTH = 1024;

/** As the registry reads it: closed by the first line of three hyphens, not by a line that ends with some. */
const FRONT_MATTER = /^\uFEFF?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

export interface PlacedSkill {
  readonly path: string;
  readonly files: readonly FileToWrite[];
  readonly warnings: readonly string[];
}

/** A skill in its folder. Several harnesses silently ignore a SKILL.md whose name is not that of its folder. */
export function placeSkill(skill: SkillFiles, folder: string): PlacedSkill {
  const name = pathPart(skill.name);
  const path = `${folder}/${name}`;
  const warnings: string[] = [];
  const files: FileToWrite[] = [];
  for (const [index, file] of skill.files.entries()) {
    const parts = file.path.split("/");
    if (parts.some((part) => part === "" || part === "." || part === "..") || file.path.includes("\\")) {
      warnings.push(`The file "${file.path}" of the skill "${skill.name}" is outside its folder and is omitted.`);
      continue;
    }
    const named = index === 0 ? nameSkill(file.content, name, skill) : { content: file.content, warnings: [] };
    warnings.push(...named.warnings);
    files.push({
      path: `${path}/${file.path}`,
      content: named.content,
      ...(file.encoding === undefined ? {} : { encoding: file.encoding }),
      ...(file.executable ? { executable: true } : {}),
    });
  }
  return { path, files, warnings };
}

/** SKILL.md with the two members that every harness wants. */
function nameSkill(content: string, name: string, skill: SkillFiles): { content: string; warnings: string[] } {
  const match = FRONT_MATTER.exec(content);
  if (match === null) {
    const description = startOf(skill.description, MAX_SKILL_DESCRIPTION_LENGTH);
    return { content: frontMatter({ name, description }, content), warnings: [] };
  }
  const document = parseDocument(match[1] ?? "");
  const members: unknown = document.errors.length === 0 ? document.toJS() : undefined;
  if (typeof members !== "object" || members === null || Array.isArray(members)) {
    return {
      content,
      warnings: [`The front matter of the skill "${skill.name}" is not a YAML mapping; harnesses may ignore it.`],
    };
  }
  const { name: written, description } = members as { name?: unknown; description?: unknown };
  const warnings = tooLong(description, skill);
  if (written === name && typeof description === "string" && description !== "") return { content, warnings };
  if (written !== name) {
    document.set("name", name);
    if (written !== undefined) {
      warnings.push(
        `The name of the skill is ${JSON.stringify(written)} in its front matter; it is changed to "${name}" to match its folder.`,
      );
    }
  }
  if (typeof description !== "string" || description === "") {
    document.set("description", startOf(skill.description, MAX_SKILL_DESCRIPTION_LENGTH));
  }
  const body = content.slice(match[0].length);
  return { content: `---\n${document.toString({ lineWidth: 0 })}---\n${body}`, warnings };
}

function tooLong(description: unknown, skill: SkillFiles): string[] {
  if (typeof description !== "string" || description.length <= MAX_SKILL_DESCRIPTION_LENGTH) return [];
  return [
    `The description of the skill "${skill.name}" has ${description.length} characters, which exceeds the Agent Skills limit of ${MAX_SKILL_DESCRIPTION_LENGTH}; a harness may reject it.`,
  ];
}
