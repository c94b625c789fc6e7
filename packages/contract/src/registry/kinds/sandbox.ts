import { Type } from "typebox";
import { discoverable, freeObject, CommitSha, GitRef, GitUrl, nullable, someText, text } from "../fields.js";
import { defineKind, releaseOf } from "../kind.js";
import { McpConfig } from "./mcp.js";

export const RUNTIME_TYPES = ["docker", "lxc", "firecracker", "wasm"] as const;

const fields = {
  ...discoverable,
  runtime_type: Type.Enum([...RUNTIME_TYPES]),
  image: text(500),
  resource_limits: Type.Optional(freeObject),
  network_policy: Type.Enum(["none", "host", "bridge", "restricted"], { default: "none" }),
  entrypoint: Type.Optional(someText(2000)),
  runtime_config: Type.Optional(freeObject),
  source_url: Type.Optional(GitUrl),
  source_ref: Type.Optional(GitRef),
  sandbox_path: Type.Optional(text(1000)),
};

const shown = (name: keyof typeof fields) => Type.Optional(Type.Unsafe<unknown>(fields[name]));

export const sandbox = defineKind({
  kind: "sandbox",
  type: "sandboxes",
  title: "sandbox",
  itemFields: {},
  fields,
  submitOnly: {},
  release: releaseOf({ ...fields, resolved_sha: Type.Optional(CommitSha) }),
  detailFields: { resolved_sha: nullable(Type.String()) },
  summaryFields: {
    runtime_type: Type.String(),
    image: Type.String(),
    network_policy: Type.String(),
    resource_limits: shown("resource_limits"),
    entrypoint: shown("entrypoint"),
    source_url: shown("source_url"),
    source_ref: shown("source_ref"),
    sandbox_path: shown("sandbox_path"),
  },
  filters: { runtime_type: Type.Optional(someText(100)), runtime: Type.Optional(someText(100)) },
  install: {},
  installReply: { mcp_config: McpConfig },
  deleteErrors: ["pinned"],
});
