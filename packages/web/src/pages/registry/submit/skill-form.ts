import { DESCRIPTION, NAME, VERSION } from "./common-fields.js";
import type { FormSection, Values } from "./field-view.js";

const fromGit = ({ delivery_mode: mode }: Values): boolean => mode === "git_fetch";

export const SKILL_SECTIONS: readonly FormSection[] = [
  {
    title: "What it is",
    fields: [
      { ...NAME, hint: "Its address is made of it. Left empty, it is the one in SKILL.md." },
      { ...DESCRIPTION, hint: "People and agents choose by it. Left empty, it is the one in SKILL.md." },
      VERSION,
    ],
  },
  {
    title: "The skill",
    fields: [
      { name: "task_type", label: "Helps with", initial: "general", control: { kind: "choice" } },
      {
        name: "delivery_mode",
        label: "Its files come from",
        // Most begin with a text; a repository is for those who have one.
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
        label: "Folder in it",
        example: "/skills/careful-migrations",
        shownIf: fromGit,
        control: { kind: "text", mono: true },
      },
      {
        name: "skill_md_content",
        label: "SKILL.md",
        neededIf: (values) => !fromGit(values),
        hint: "Front matter with name and description between lines of ---, then what the agent should do. Drop a file on this page to fill it.",
        example:
          "---\nname: careful-migrations\ndescription: Reviews a migration before it runs.\n---\n\n# Steps\n\n1. …",
        control: { kind: "long", rows: 14, mono: true, markdown: true },
      },
      {
        name: "slash_command",
        label: "Slash command",
        hint: "By which people call it.",
        example: "/migrate",
        control: { kind: "text", mono: true },
      },
    ],
  },
  {
    title: "Script and further files",
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
        label: "File name of the script",
        example: "run.sh",
        control: { kind: "text", mono: true },
      },
      {
        name: "files",
        label: "Files",
        hint: "At most 10 MiB together. tack takes a whole folder, fonts and images too.",
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
              label: "Written as",
              control: { kind: "choice", none: "Text", words: { base64: "base64, for what is no text" } },
            },
            { name: "executable", label: "Can be run", control: { kind: "check" } },
          ],
        },
      },
      {
        name: "target_agents",
        label: "Made for these agents",
        hint: "Names of agents, one in each line; none means any.",
        control: { kind: "lines" },
      },
    ],
  },
];
