import type { Harness, HookPlace } from "./harness.js";
import { HARNESSES, type HarnessId } from "./harnesses.js";
import type { AgentDefinition, FileToMerge, FileToWrite, InstallOptions, McpServer } from "./neutral.js";
import { hooksOf } from "./render/agent-hooks.js";
import { mcpFile } from "./render/merge-file.js";
import { pathPart, placeIn } from "./render/names.js";
import { nameModel } from "./render/model-names.js";
import { AGENT_VARIABLE, approvalWarnings, renderServers } from "./render/servers.js";
import { placeSkill } from "./render/skill-files.js";
import { present } from "./render/text.js";
import { placePrompt } from "./render-prompt.js";
import { sandboxServer } from "./render-sandbox.js";
import type { Rendering } from "./rendering.js";

/** An agent and everything that belongs to it. */
export const renderAgent = (id: HarnessId, agent: AgentDefinition, options: InstallOptions = {}): Rendering =>
  renderAgentFor(HARNESSES[id], agent, options);

export function renderAgentFor(harness: Harness, agent: AgentDefinition, options: InstallOptions): Rendering {
  const scope = options.scope ?? harness.defaultScope;
  const place: HookPlace = {
    scope,
    name: "tackroom",
    ...(options.platform === undefined ? {} : { platform: options.platform }),
  };
  const servers = serversOf(harness, agent, place);
  const skills = skillsOf(harness, agent, place);
  const hooks = hooksOf(harness, agent, place);
  const prompts = promptsOf(harness, agent, place);
  const named = withModel(harness, withPrompt(agent));
  const rendered = harness.agents.render(named.agent, {
    ...profilePlaces(harness, place),
    serverNames: servers.names,
    skillNames: skills.names,
    hooks: hooks.inProfile,
  });
  return {
    snippet: present({
      agent_profile: rendered.profile,
      agent_files: unlessNone(rendered.otherProfiles ?? []),
      ...servers.members,
      hooks_config: hooks.config,
      hook_files: unlessNone(hooks.files),
      prompt_files: unlessNone(prompts.files),
      prompt_configs: unlessNone(prompts.configs),
      skills: unlessNone(skills.files),
      scope,
    }),
    warnings: [
      ...new Set([
        ...named.warnings,
        ...rendered.warnings,
        ...servers.warnings,
        ...hooks.warnings,
        ...prompts.warnings,
        ...skills.warnings,
      ]),
    ],
  };
}

function profilePlaces({ agents }: Harness, { scope, platform }: HookPlace) {
  const otherPath = agents.otherPlaces && placeIn(agents.otherPlaces, scope, platform);
  return {
    scope,
    path: placeIn(agents.places, scope, platform) ?? "",
    ...(otherPath === undefined ? {} : { otherPath }),
  };
}

function unlessNone<Element>(elements: readonly Element[]): readonly Element[] | undefined {
  return elements.length === 0 ? undefined : elements;
}

/** An agent without words of its own speaks those of its prompt components. */
function withPrompt(agent: AgentDefinition): AgentDefinition {
  if (agent.prompt.trim() !== "") return agent;
  return { ...agent, prompt: agent.prompts.map(({ template }) => template.trim()).join("\n\n") };
}

function withModel(harness: Harness, agent: AgentDefinition): { agent: AgentDefinition; warnings: readonly string[] } {
  const { model: given, ...others } = agent;
  // Without a place for a model, the harness says so itself, in the author's words.
  if (given === undefined || agent.isModelOfHarness === true || harness.models === undefined)
    return { agent, warnings: [] };
  const { model, warnings } = nameModel(given, harness.displayName, harness.models);
  return { agent: model === undefined ? others : { ...others, model }, warnings };
}

interface AgentServers {
  readonly members: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
  readonly warnings: readonly string[];
}

function serversOf(harness: Harness, agent: AgentDefinition, place: HookPlace): AgentServers {
  const { mcp, displayName } = harness;
  const sandboxes = sandboxServer(`sandboxes-${pathPart(agent.name)}`, agent.sandboxes);
  const servers = [...agent.mcpServers, ...(agent.sandboxes.length === 0 ? [] : [sandboxes])];
  if (servers.length === 0) return { members: {}, names: [], warnings: [] };
  const path = placeIn(mcp.places, place.scope, place.platform);
  if (path === undefined) {
    const names = servers.map(({ name }) => name).join(", ");
    const other = place.scope === "project" ? "user" : "project";
    return {
      members: {},
      names: [],
      warnings: [
        `${displayName} does not support MCP servers in ${place.scope} scope, so these are omitted: ${names}. Install the agent with scope "${other}" to include them.`,
      ],
    };
  }
  const { entries, beside, resolved, warnings } = renderServers(
    harness,
    servers.map((server) => withAgent(server, agent.id)),
  );
  const file = mcpFile({ path, format: mcp.format, rootKey: mcp.rootKey, entries, beside });
  const add = mcp.addCommand;
  const members =
    add === undefined
      ? { mcp_config: file }
      : {
          mcp_config: entries,
          mcp_setup_commands: resolved.map((server) => add(server, place.scope)),
          // The same without the harness's command, for a client that writes files.
          mcp_file: file,
        };
  return { members, names: Object.keys(entries), warnings: [...warnings, ...approvalWarnings(harness, servers)] };
}

/** A server that was started for an agent says so in what it reports. */
function withAgent(server: McpServer, agentId: string): McpServer {
  const others = server.env.filter(({ name }) => name !== AGENT_VARIABLE);
  return { ...server, env: [...others, { name: AGENT_VARIABLE, value: agentId }] };
}

function skillsOf(harness: Harness, agent: AgentDefinition, place: HookPlace) {
  const folder = placeIn(harness.skills, place.scope, place.platform) ?? "";
  const placed = agent.skills.map((skill) => placeSkill(skill, folder));
  return {
    files: placed.flatMap(({ files }) => files),
    names: agent.skills.map(({ name }) => pathPart(name)),
    warnings: placed.flatMap(({ warnings }) => warnings),
  };
}

function promptsOf(harness: Harness, agent: AgentDefinition, place: HookPlace) {
  const placed = agent.prompts.map((prompt) => placePrompt(harness, prompt, place));
  return {
    files: placed.flatMap(({ file }): FileToWrite[] => (file === undefined ? [] : [file])),
    configs: placed.flatMap(({ config }): FileToMerge[] => (config === undefined ? [] : [config])),
    warnings: placed.flatMap(({ warnings }) => warnings),
  };
}
