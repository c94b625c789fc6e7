import { SCANNED } from "@tackroom/contract";
import { renderMcp, serverOf, serverWarnings } from "@tackroom/harness";
import { analysedTools, checkMcp, completeMcp, keptMcp } from "../core/check-mcp.js";
import { inWords, recordsOf, textOf, type Fields } from "../core/fields.js";
import type { Installation, Kind } from "./kind.js";

export const mcps: Kind = {
  type: "mcps",
  kind: "mcp",
  checkChoice: ({ category }) =>
    category === SCANNED
      ? [{ path: "category", message: "is reserved for scans. Choose a category that describes the server" }]
      : [],
  impliedBy: ({ client_analysis }) => analysedTools(client_analysis),
  complete: completeMcp,
  kept: keptMcp,
  check: checkMcp,
  missing: ({ git_url, command, url }) => (git_url || command || url ? [] : ["a source: git_url, command or url"]),
  facets: ({ itemFields }) => [`category:${textOf(itemFields, "category") ?? ""}`],
  discoverable: ({ fields, itemFields }) => {
    const category = textOf(itemFields, "category") ?? "general";
    const tools = recordsOf(fields, "tools").map(({ name, description }) => ({
      name: String(name),
      description: typeof description === "string" ? description : "",
    }));
    return {
      capabilities: tools.length > 0 ? tools.map(({ name }) => name) : [category],
      declaresCapabilities: tools.length > 0,
      tools,
      topics: [category],
      phrases: [`an MCP server for ${inWords(category)}`, `tools for ${inWords(category)}`],
      use: "next-session",
      details: {
        category,
        transport: textOf(fields, "transport") ?? "stdio",
        requiresCredentials: [...recordsOf(fields, "environment_variables"), ...recordsOf(fields, "headers")].some(
          ({ required }) => required !== false,
        ),
      },
    };
  },
  summary: ({ itemFields }) => ({ category: itemFields["category"] ?? "" }),
  detail: ({ fields, validationResults = [] }) => ({
    resolved_sha: fields["resolved_sha"] ?? null,
    tools: fields["tools"] ?? [],
    // Until the repository has been analysed there is nothing to vouch for.
    mcp_validated: validationResults.length > 0 && validationResults.every(({ passed }) => passed),
    validation_results: validationResults,
  }),
  extraNames: { git_url: "source_url", git_ref: "source_ref" },
  hasRepository: true,
  replacesUnapproved: true,
  metrics: "calls",
  install(version, harness, request) {
    const server = serverOf(version, {
      name: (request["local_name"] as string | undefined) ?? version.slug,
      env: (request["env_values"] ?? {}) as Fields,
      headers: (request["header_values"] ?? {}) as Fields,
    });
    const { snippet, warnings } = renderMcp(harness, server);
    return { ...withFileBeside(snippet), warnings: [...warnings, ...serverWarnings([server])] };
  },
};

/** The snippet is what people paste into a file of theirs: which file that is stands beside it. */
export function withFileBeside({
  mcp_config,
  ...config_snippet
}: Fields): Pick<Installation, "config_snippet" | "more"> {
  return { config_snippet, more: { mcp_config } };
}
