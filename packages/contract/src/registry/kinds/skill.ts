import { Type } from "typebox";
import { discoverable, GitRef, GitUrl, line, someText, text } from "../fields.js";
import { defineKind, releaseOf } from "../kind.js";

export const TASK_TYPES = [
  "code-review",
  "code-generation",
  "testing",
  "documentation",
  "debugging",
  "refactoring",
  "deployment",
  "security-audit",
  "performance",
  "general",
] as const;

const MIB = 1024 * 1024;

/** What the files of a skill may have together; base64 makes four characters of three bytes. */
export const MAX_SKILL_BYTES = 10 * MIB;
export const MAX_SKILL_FILES = 500;

const SkillFile = Type.Object({
  path: someText(500),
  content: text(14 * MIB),
  encoding: Type.Optional(Type.Enum(["base64"], { description: "For binary files, such as fonts or images" })),
  executable: Type.Boolean({ default: false }),
});

const fields = {
  ...discoverable,
  task_type: Type.Enum([...TASK_TYPES]),
  skill_path: text(1000, { default: "/" }),
  git_url: Type.Optional(GitUrl),
  git_ref: Type.Optional(GitRef),
  skill_md_content: Type.Optional(text(MIB)),
  delivery_mode: Type.Enum(["git_fetch", "registry_direct"], { default: "git_fetch" }),
  script_content: Type.Optional(text(MIB)),
  script_filename: Type.Optional(someText(200)),
  files: Type.Optional(Type.Array(SkillFile, { maxItems: MAX_SKILL_FILES })),
  target_agents: Type.Optional(Type.Array(line(100), { maxItems: 50 })),
  slash_command: Type.Optional(
    Type.String({ pattern: "^/?[a-z0-9][a-z0-9_-]{0,63}$", description: "1 to 64 characters from a-z, 0-9, _ and -" }),
  ),
};

export const skill = defineKind({
  kind: "skill",
  type: "skills",
  title: "skill",
  namesItself: true,
  itemFields: {},
  fields,
  submitOnly: {},
  release: releaseOf(fields),
  detailFields: { validated: Type.Boolean() },
  summaryFields: { task_type: Type.String(), target_agents: Type.Array(Type.String()) },
  filters: {
    task_type: Type.Optional(someText(100)),
    target_agent: Type.Optional(someText(100)),
  },
  install: {
    scope: Type.Enum(["project", "user"], { default: "project" }),
    local_name: Type.Optional(
      Type.String({
        pattern: "^[a-z0-9]+(-[a-z0-9]+)*$",
        maxLength: 64,
        description: "lowercase words of a-z and 0-9, joined by hyphens",
      }),
    ),
  },
  installReply: {},
  deleteErrors: ["pinned"],
});
