import { renderSandbox, runtimeOf } from "@tackroom/harness";
import { checkSandbox } from "../core/check-sandbox.js";
import { textOf } from "../core/fields.js";
import type { Kind } from "./kind.js";
import { withFileBeside } from "./mcp.js";

const RUNTIME_FIELDS = [
  "runtime_type",
  "image",
  "resource_limits",
  "network_policy",
  "entrypoint",
  "runtime_config",
  "source_url",
  "source_ref",
  "sandbox_path",
] as const;

export const sandboxes: Kind = {
  type: "sandboxes",
  kind: "sandbox",
  complete: (fields) => fields,
  check: checkSandbox,
  missing: ({ runtime_type, image, runtime_config }) => [
    ...(runtime_type ? [] : ["a runtime_type"]),
    ...(image || runtime_config ? [] : ["an image"]),
  ],
  facets: ({ fields }) => [`runtime_type:${textOf(fields, "runtime_type") ?? ""}`],
  facetAliases: { runtime: "runtime_type" },
  discoverable: ({ fields }) => {
    const runtimeType = textOf(fields, "runtime_type") ?? "docker";
    const networkPolicy = textOf(fields, "network_policy") ?? "none";
    const image = textOf(fields, "image");
    return {
      capabilities: [`runtime:${runtimeType}`, `network:${networkPolicy}`, ...(image === undefined ? [] : [image])],
      topics: [runtimeType],
      phrases: [`run code in a ${runtimeType} sandbox`, "a place to run untrusted code"],
      use: "next-session",
      details: { runtimeType, networkPolicy },
    };
  },
  summary: ({ fields }) => ({
    runtime_type: textOf(fields, "runtime_type") ?? "",
    image: textOf(fields, "image") ?? "",
    network_policy: textOf(fields, "network_policy") ?? "none",
    ...Object.fromEntries(
      RUNTIME_FIELDS.filter((name) => fields[name] !== undefined && name !== "runtime_config").map((name) => [
        name,
        fields[name],
      ]),
    ),
  }),
  detail: ({ fields }) => ({ resolved_sha: fields["resolved_sha"] ?? null }),
  install(version, harness) {
    const { snippet, warnings } = renderSandbox(harness, runtimeOf(version));
    const runtime = Object.fromEntries(
      RUNTIME_FIELDS.filter((name) => version.fields[name] !== undefined).map((name) => [name, version.fields[name]]),
    );
    return { ...withFileBeside({ sandbox: { id: version.id, name: version.slug, ...runtime }, ...snippet }), warnings };
  },
};
