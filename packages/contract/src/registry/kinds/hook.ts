import { Type } from "typebox";
import { discoverable, freeObject, CommitSha, GitRef, GitUrl, nullable, someText, text } from "../fields.js";
import { defineKind, releaseOf } from "../kind.js";

export const HOOK_EVENTS = [
  "PreToolUse",
  "PostToolUse",
  "Notification",
  "Stop",
  "SubagentStop",
  "SessionStart",
  "UserPromptSubmit",
] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

const fields = {
  ...discoverable,
  event: Type.Enum([...HOOK_EVENTS]),
  handler_type: Type.Enum(["command", "http"]),
  execution_mode: Type.Enum(["async", "sync", "blocking"], { default: "async" }),
  priority: Type.Integer({ minimum: 0, maximum: 10_000, default: 100 }),
  handler_config: Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), { default: {} }),
  scope: Type.Enum(["agent", "session", "global"], { default: "agent" }),
  tool_filter: Type.Optional(Type.Array(someText(200), { maxItems: 200 })),
  file_pattern: Type.Optional(text(1000)),
  script_content: Type.Optional(text(1024 * 1024)),
  script_filename: Type.Optional(someText(200)),
  source_url: Type.Optional(GitUrl),
  source_ref: Type.Optional(GitRef),
  source_path: Type.Optional(text(1000)),
  requirements: Type.Optional(Type.Array(someText(500), { maxItems: 100 })),
};

export const InstallFile = Type.Object({ path: Type.String(), content: Type.String(), executable: Type.Boolean() });

export const hook = defineKind({
  kind: "hook",
  type: "hooks",
  title: "hook",
  itemFields: {},
  fields,
  submitOnly: {},
  release: releaseOf({ ...fields, resolved_sha: Type.Optional(CommitSha) }),
  detailFields: {},
  summaryFields: { event: Type.String(), scope: Type.String() },
  filters: { event: Type.Optional(someText(100)), scope: Type.Optional(someText(100)) },
  install: {
    local_name: Type.Optional(
      someText(64, { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", description: "a name of letters, digits, ., _ and -" }),
    ),
    platform: Type.Optional(
      text(50, { description: "linux, darwin or windows; any other value is treated as unknown" }),
    ),
  },
  installReply: {
    config_path: nullable(Type.String()),
    files: Type.Array(InstallFile),
    requirements: Type.Array(Type.String()),
    source_fetch: nullable(freeObject),
    notes: Type.Array(Type.String()),
  },
  deleteErrors: ["pinned"],
});
