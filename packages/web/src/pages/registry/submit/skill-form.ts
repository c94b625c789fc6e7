import { DESCRIPTION, NAME, VERSION } from "./common-fields.js";
import type { FormSection, Values } from "./field-view.js";

const fromGit = ({ delivery_mode: mode }: Values): boolean => mode === "git_fetch";

export const SKILL_SECTIONS: readonly FormSection[] = [
  {
    title: "General",
    fields: [
      { ...NAME, hint: "The URL is derived from it. Defaults to the name in SKILL.md." },
      { ...DESCRIPTION, hint: "Helps users and agents choose. Defaults to the description in SKILL.md." },
      VERSION,
    ],
  },
  {
    title: "Skill",
    fields: [
      { name: "task_type", label: "Task type", initial: "general", control: { kind: "choice" } },
      {
        name: "delivery_mode",
        label: "File source",
        // Most users start with a text rather than a repository.
        initial: "registry_direct",
        control: {
          kind: "choice",
          words: { registry_direct: "This form", git_fetch: "A git repository" },
        },
      },
      {
        name: "git_url",
        label: "Repository",
        example: "https://github.com/acme/skills",
        shownIf: fromGit,
        neededIf: fromGit,
        control: { kind: "text", mono: true },
      },
      {
        name: "git_ref",
        label: "Branch, tag or commit",
        example: "v1.4.0",
        shownIf: fromGit,
        control: { kind: "text", mono: true },
      },
      {
        name: "skill_path",
        label: "Path in the repository",
        example: "/skills/careful-migrations",
        shownIf: fromGit,
        control: { kind: "text", mono: true },
      },
      {
        name: "skill_md_content",
        label: "SKILL.md",
        neededIf: (values) => !fromGit(values),
        hint: "Front matter with name and description between --- lines, followed by the instructions. You can drop a file on this page to fill it in.",
        example:
          "---\nname: careful-migrations\ndescription: Reviews a migration before it runs.\n---\n\n# Steps\n\n1. …",
        control: { kind: "long", rows: 14, mono: true, markdown: true },
      },
      {
        name: "slash_command",
        label: "Slash command",
        hint: "The command that invokes the skill.",
        example: "/migrate",
        control: { kind: "text", mono: true },
      },
    ],
  },
  {
    title: "Script and other files",
    rare: true,
    fields: [
      {
        name: "script_content",
        label: "Script",
        example: "#!/bin/sh\nexit 0",
        control: { kind: "long", rows: 6, mono: true },
      },
      {
        name: "script_filename",
        label: "Script file name",
        example: "run.sh",
        control: { kind: "text", mono: true },
      },
      {
        name: "files",
        label: "Files",
        hint: "Max 10 MiB in total. To submit a whole folder, including fonts and images, use tack.",
        control: {
          kind: "rows",
          one: "file",
          cells: [
            { name: "path", label: "Path", example: "scripts/run.py", control: { kind: "text", mono: true } },
            {
              name: "content",
              label: "Content",
              sentEmptyIf: () => true,
              control: { kind: "long", rows: 4, mono: true },
            },
            {
              name: "encoding",
              label: "Encoding",
              control: { kind: "choice", none: "Text", words: { base64: "base64 (binary)" } },
            },
            { name: "executable", label: "Executable", control: { kind: "check" } },
          ],
        },
      },
      {
        name: "target_agents",
        label: "Target agents",
        hint: "Agent names, one per line. Leave empty for any agent.",
        control: { kind: "lines" },
      },
    ],
  },
];
