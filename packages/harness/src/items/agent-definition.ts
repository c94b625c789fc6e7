import type { ComponentKind } from "@tackroom/contract";
import type { HarnessId } from "../harnesses.js";
import type { AgentDefinition } from "../neutral.js";
import { handlerOf, runtimeOf, skillFilesOf, templateOf } from "./components.js";
import { recordOf, recordsOf, textOf, textsOf, type Fields, type VersionOfItem } from "./fields.js";
import { externalServer, serverOf } from "./mcp-server.js";

/** A component at the version that the agent takes of it. */
export interface ComponentOfAgent {
  readonly kind: ComponentKind;
  readonly version: VersionOfItem;
  /** What the agent wants otherwise than the component's author: `config_override` on the wire. */
  readonly override: Fields;
}

export interface AgentToInstall {
  readonly agent: Pick<VersionOfItem, "id" | "slug" | "description" | "fields">;
  readonly components: readonly ComponentOfAgent[];
}

/** The caller's model. All harnesses use it when no model is set, and only a few support this keyword for it. */
const SESSION_MODEL = "inherit";

/** The neutral form of an agent for one harness, with what the request for an install asks for. */
export function definitionOf(
  { agent, components }: AgentToInstall,
  harness: HarnessId,
  request: Fields = {},
): AgentDefinition {
  const options = recordOf(request, "options");
  const { fields } = agent;
  const ownModel = textOf(options, "model") ?? textOf(recordOf(fields, "models_by_harness"), harness);
  const model = ownModel ?? textOf(fields, "model_name");
  const color = textOf(options, "color") ?? textOf(fields, "color");
  const argumentHint = textOf(fields, "argument_hint");
  const tools = options["tools"] === undefined ? textsOf(fields, "tools") : namesIn(options, "tools");
  const disallowed = textsOf(fields, "disallowed_tools");
  const parts = (kind: ComponentKind) => components.filter((component) => component.kind === kind);
  const prompts = parts("prompt").map(({ version }) => templateOf(version));
  return {
    id: agent.id,
    name: textOf(options, "local_name") ?? agent.slug,
    description: agent.description,
    // An agent without words of its own speaks those of its prompt components.
    prompt: textOf(fields, "prompt") || prompts.map(({ template }) => template).join("\n\n"),
    ...(model === undefined || model === SESSION_MODEL ? {} : { model }),
    ...(ownModel === undefined ? {} : { isModelOfHarness: true }),
    // An empty list says nothing; no tools at all are `disallowed_tools: ["*"]`.
    ...(tools.length === 0 ? {} : { tools: [...tools] }),
    ...(disallowed.length === 0 ? {} : { disallowedTools: [...disallowed] }),
    ...(color === undefined ? {} : { color }),
    ...(argumentHint === undefined ? {} : { argumentHint }),
    mcpServers: [
      ...parts("mcp").map(({ version, override }) =>
        serverOf(version, {
          name: textOf(override, "local_name") ?? version.slug,
          env: { ...recordOf(override, "env"), ...recordOf(recordOf(request, "env_values"), version.id) },
          headers: recordOf(recordOf(request, "header_values"), version.id),
        }),
      ),
      ...recordsOf(fields, "external_mcps").map(externalServer),
    ],
    skills: parts("skill").map(({ version }) => skillFilesOf(version, version.slug)),
    hooks: parts("hook").map(({ version }) => handlerOf(version)),
    prompts,
    sandboxes: parts("sandbox").map(({ version }) => runtimeOf(version)),
  };
}

/** A list of names, or one text that separates them by commas. */
function namesIn(fields: Fields, name: string): string[] {
  const text = textOf(fields, name);
  const names = text === undefined ? textsOf(fields, name) : text.split(",");
  return names.map((each) => each.trim()).filter((each) => each !== "");
}
