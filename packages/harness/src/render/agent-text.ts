import { startOf } from "@tackroom/contract/shorten";
import type { AgentDialect, AgentFile, AgentPlace, RenderedAgent } from "../harness.js";
import type { AgentDefinition } from "../neutral.js";
import { agentFileName, fillPath, pathPart } from "./names.js";
import { MAX_SKILL_DESCRIPTION_LENGTH } from "./skill-files.js";
import { frontMatter } from "./text.js";
import { allowedTools, hasToolLimits, type NamedHarness } from "./tool-limits.js";

/** A Markdown file whose body is the prompt. */
export function markdownAgent(
  path: string,
  members: Readonly<Record<string, unknown>>,
  agent: AgentDefinition,
): AgentFile {
  return { path, content: frontMatter(members, agent.prompt) };
}

/** A Markdown profile that names the agent's model, and lists the tools that it may use. */
export function agentWithTools(
  harness: NamedHarness,
  advice: (place: AgentPlace, allowed: readonly string[] | undefined) => readonly string[] = () => [],
): AgentDialect["render"] {
  return (agent, place) => {
    const { allowed, warnings } = allowedTools(agent, harness, place.serverNames);
    const { name, description, model } = agent;
    return {
      profile: markdownAgent(profilePath(place.path, agent), { name, description, tools: allowed, model }, agent),
      warnings: [...advice(place, allowed), ...warnings],
    };
  };
}

/** For a harness without agent files: the agent is a skill that the model can take up. */
export function agentAsSkill(
  agent: AgentDefinition,
  place: AgentPlace,
  { displayName, reason }: { displayName: string; reason: string },
): RenderedAgent {
  // A skill of the same name has its own folder there.
  const name = pathPart(`${pathPart(agent.name).slice(0, 58)}-agent`);
  return {
    profile: markdownAgent(
      fillPath(place.path, name),
      { name, description: startOf(agent.description, MAX_SKILL_DESCRIPTION_LENGTH) },
      agent,
    ),
    warnings: [
      `${reason}: the agent is installed as the skill "${name}", which the model uses when its description matches.`,
      ...unsupported(agent, displayName, ["model", "tools"]),
    ],
  };
}

/** What the profile cannot say, in one sentence each. */
export function unsupported(
  agent: AgentDefinition,
  displayName: string,
  members: readonly ("model" | "tools")[],
): string[] {
  const warnings: string[] = [];
  if (members.includes("model") && agent.model !== undefined) {
    warnings.push(`A ${displayName} profile cannot set a model. Select ${agent.model} in ${displayName}.`);
  }
  if (members.includes("tools") && hasToolLimits(agent)) {
    warnings.push(`A ${displayName} profile cannot ${toolLimitInWords(agent)}. Set permissions in ${displayName}.`);
  }
  return warnings;
}

function toolLimitInWords({ tools, disallowedTools = [] }: AgentDefinition): string {
  const limits = [
    ...(tools === undefined ? [] : [`limit the tools to ${tools.join(", ")}`]),
    ...(disallowedTools.length === 0 ? [] : [`deny the tools ${disallowedTools.join(", ")}`]),
  ];
  return limits.join(", nor ");
}

export function profilePath(path: string, agent: AgentDefinition): string {
  return fillPath(path, agentFileName(agent.name));
}
