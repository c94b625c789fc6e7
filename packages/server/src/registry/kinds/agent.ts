import type { AgentComponent } from "@tackroom/contract";
import { parseHarnessId } from "@tackroom/harness";
import { checkAgent, checkAgentName } from "../core/check-agent.js";
import { inWords, recordsOf, textOf, textsOf, type Fields } from "../core/fields.js";
import type { Kind } from "./kind.js";

export const agents: Kind = {
  type: "agents",
  kind: "agent",
  checkName: checkAgentName,
  hasStableNumbers: true,
  /** `mcp_server_ids` is another way to write MCP components. */
  complete: ({ mcp_server_ids: _ids, ...fields }) => {
    const shorthand = textsOf({ ids: _ids }, "ids").map((component_id) => ({ component_type: "mcp", component_id }));
    if (shorthand.length === 0) return fields;
    return { ...fields, components: [...recordsOf(fields, "components"), ...shorthand] };
  },
  check: (fields) => checkAgent(fields, { isHarness: (id) => parseHarnessId(id) !== undefined }),
  missing: ({ prompt, model_name, components }) => [
    ...(model_name ? [] : ["a model_name"]),
    ...(prompt || promptComponents({ components }).length > 0 ? [] : ["a prompt, or a prompt component"]),
  ],
  facets: ({ fields }) => [`category:${textOf(fields, "category") ?? ""}`],
  // Which components it has is added where it is known who may see them.
  discoverable: ({ fields }) => {
    const category = textOf(fields, "category");
    const topic = inWords(category ?? "general");
    return {
      capabilities: [],
      topics: category === undefined ? [] : [category],
      phrases: [`an agent for ${topic} work`, `delegate ${topic} work`],
      use: "next-session",
      details: {
        category: category ?? null,
        componentCount: recordsOf(fields, "components").length,
        model: textOf(fields, "model_name") ?? "",
      },
    };
  },
  summary: ({ fields }) => ({
    model_name: textOf(fields, "model_name") ?? "",
    category: textOf(fields, "category") ?? null,
    component_count: recordsOf(fields, "components").length,
  }),
  detail: () => ({}),
  components: (fields) => recordsOf(fields, "components") as unknown as AgentComponent[],
  draftsNeedPermission: true,
  metrics: "interactions",
};

const promptComponents = (fields: Fields): readonly Fields[] =>
  recordsOf(fields, "components").filter(({ component_type }) => component_type === "prompt");
