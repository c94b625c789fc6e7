import { Type, type Static } from "typebox";
import {
  Arguments,
  Command,
  discoverable,
  freeObject,
  CommitSha,
  GitRef,
  GitUrl,
  line,
  nullable,
  optionalText,
  someText,
  text,
  WebUrl,
} from "../fields.js";
import { defineKind, releaseOf } from "../kind.js";

export const MCP_CATEGORIES = [
  "browser-automation",
  "cloud-platforms",
  "code-execution",
  "communication",
  "databases",
  "developer-tools",
  "devops",
  "file-systems",
  "finance",
  "knowledge-memory",
  "monitoring",
  "multimedia",
  "productivity",
  "search",
  "security",
  "version-control",
  "ai-ml",
  "data-analytics",
  "general",
] as const;
/** What a scan registers has no category yet. */
export const SCANNED = "scanned";

const FRAMEWORKS = [
  "python",
  "docker",
  "typescript",
  "go",
  "fastmcp",
  "python-sdk",
  "typescript-sdk",
  "go-sdk",
] as const;
const TRANSPORTS = ["stdio", "sse", "streamable-http"] as const;
/** What configuration files of many harnesses call `streamable-http`, which is what it is stored as. */
export const HTTP_TRANSPORT = "http";

const Header = Type.Object({
  name: someText(200, { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$", description: "the name of an HTTP header" }),
  description: text(2000, { default: "" }),
  required: Type.Boolean({ default: true }),
});
const EnvironmentVariable = Type.Object({
  name: someText(200, {
    pattern: "^[A-Za-z_][A-Za-z0-9_]*$",
    description: "a name of letters, digits and _ that does not start with a digit",
  }),
  description: text(2000, { default: "" }),
  required: Type.Boolean({ default: true }),
});
const Tool = Type.Object({
  name: line(200),
  description: text(8000, { default: "" }),
  input_schema: Type.Optional(freeObject),
});
export const MAX_TOOLS = 1000;
export const ValidationResult = Type.Object({
  stage: Type.String(),
  passed: Type.Boolean(),
  details: Type.String(),
  run_at: Type.String({ format: "date-time" }),
});
export type ValidationResult = Static<typeof ValidationResult>;
/** The file that the entry belongs in: `path, format, content, keys, text`. It is not part of the snippet that users paste. */
export const McpConfig = Type.Optional(freeObject);
const ValuesByName = Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 8000 }));

const shared = {
  ...discoverable,
  command: Type.Optional(Command),
  args: Type.Optional(Arguments),
  url: Type.Optional(WebUrl),
  headers: Type.Optional(Type.Array(Header, { maxItems: 100 })),
  auto_approve: Type.Optional(Type.Array(someText(200), { maxItems: 500 })),
  transport: Type.Optional(Type.Enum([...TRANSPORTS, HTTP_TRANSPORT])),
  framework: Type.Optional(Type.Enum([...FRAMEWORKS])),
  docker_image: Type.Optional(
    someText(500, {
      pattern: "^[A-Za-z0-9][A-Za-z0-9._:/@+-]*$",
      description: "a Docker image reference: name, name:tag or name@digest",
    }),
  ),
  environment_variables: Type.Optional(Type.Array(EnvironmentVariable, { maxItems: 200 })),
  setup_instructions: optionalText(20_000),
  tools: Type.Optional(Type.Array(Tool, { maxItems: MAX_TOOLS })),
};

export const mcp = defineKind({
  kind: "mcp",
  type: "mcps",
  title: "MCP server",
  itemFields: {
    category: Type.Enum([...MCP_CATEGORIES, SCANNED]),
    custom_fields: Type.Optional(freeObject),
  },
  fields: { git_url: Type.Optional(GitUrl), git_ref: Type.Optional(GitRef), ...shared },
  submitOnly: {
    client_analysis: Type.Optional(
      Type.Unsafe<Static<typeof freeObject>>({
        ...freeObject,
        description: "Its `tools` are used if `tools` is not given",
      }),
    ),
  },
  release: releaseOf({
    source_url: Type.Optional(GitUrl),
    source_ref: Type.Optional(GitRef),
    ...shared,
    resolved_sha: Type.Optional(CommitSha),
  }),
  detailFields: {
    resolved_sha: nullable(Type.String()),
    tools: Type.Array(Tool),
    mcp_validated: Type.Boolean(),
    validation_results: Type.Array(ValidationResult),
    warnings: Type.Optional(Type.Array(Type.String(), { description: "Versions that the submission replaced" })),
  },
  summaryFields: { category: Type.String() },
  filters: { category: Type.Optional(someText(100)) },
  install: {
    local_name: Type.Optional(
      someText(64, { pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$", description: "a name of letters, digits, ., _ and -" }),
    ),
    env_values: Type.Optional(ValuesByName),
    header_values: Type.Optional(ValuesByName),
  },
  installReply: { mcp_config: McpConfig },
  deleteErrors: ["pinned"],
});
