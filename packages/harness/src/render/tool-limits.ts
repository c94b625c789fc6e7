import type { Harness } from "../harness.js";
import type { AgentDefinition } from "../neutral.js";
import { readToolName, spellPurposes, spellTool, type ToolDialect, type ToolPurpose } from "./tool-names.js";

/** What an agent may use, in the names of one harness. */
export interface ToolLimits {
  /** Absent: every tool. */
  readonly allowed?: readonly string[];
  readonly denied: readonly string[];
  readonly warnings: readonly string[];
}

type LimitedAgent = Pick<AgentDefinition, "name" | "tools" | "disallowedTools">;

const isEverything = (tool: string): boolean => readToolName(tool).kind === "everything";

export function hasToolLimits({ tools, disallowedTools = [] }: LimitedAgent): boolean {
  return (tools !== undefined && !tools.some(isEverything)) || disallowedTools.length > 0;
}

/** An agent's limits, never wider than they were written: what the harness has no name for is left out and named. */
export function toolLimits(agent: LimitedAgent, { displayName, tools: dialect }: NamedHarness): ToolLimits {
  const { tools, disallowedTools = [] } = agent;
  if (disallowedTools.some(isEverything)) return { allowed: [], denied: [], warnings: [] };
  const warnings: string[] = [];
  const denied = disallowedTools.flatMap((tool) => {
    const spelled = spellDenied(tool, dialect);
    if (spelled.length === 0) warnings.push(cannotDeny(agent, displayName, tool));
    else if (spelled.isWider)
      warnings.push(`${displayName} cannot deny only ${tool}: the whole tool is denied for "${agent.name}".`);
    return spelled.names;
  });
  if (tools === undefined || tools.some(isEverything)) return { denied: unique(denied), warnings };
  const allowed = tools.flatMap((tool) => {
    const spelled = spellTool(tool, dialect);
    if (spelled.length === 0) warnings.push(cannotAllow(agent, displayName, tool));
    return spelled;
  });
  const left = unique(allowed).filter((tool) => !denied.includes(tool));
  return { allowed: left, denied: unique(denied), warnings };
}

export interface NamedHarness {
  readonly displayName: Harness["displayName"];
  readonly tools: ToolDialect;
}

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** A tool that is forbidden for some arguments is forbidden as a whole where the harness makes no difference. */
function spellDenied(tool: string, dialect: ToolDialect) {
  const exact = spellTool(tool, dialect);
  const named = readToolName(tool);
  const names = exact.length > 0 || named.kind !== "built-in" ? exact : spellPurposes(named.purposes, dialect);
  return { names, length: names.length, isWider: exact.length === 0 };
}

const cannotAllow = ({ name }: LimitedAgent, displayName: string, tool: string): string =>
  tool.includes("(")
    ? `${displayName} cannot limit a tool to ${tool}: "${name}" is installed without it.`
    : `${displayName} has no equivalent of the tool ${tool}: "${name}" is installed without it.`;

const cannotDeny = ({ name }: LimitedAgent, displayName: string, tool: string): string =>
  `${displayName} has no equivalent of the tool ${tool}, which "${name}" must not use. Check its tools in ${displayName}.`;

/** The same for a harness that only has a list of allowed tools: all that it has, and the agent's servers, without the denied. */
export function allowedTools(
  agent: LimitedAgent,
  harness: NamedHarness,
  serverNames: readonly string[],
): Pick<ToolLimits, "allowed" | "warnings"> {
  const { allowed, denied, warnings } = toolLimits(agent, harness);
  if (allowed !== undefined) return { allowed, warnings };
  if (denied.length === 0) return { warnings };
  const { names, mcp } = harness.tools;
  const all = [...Object.values(names).flat(), ...serverNames.map((server) => mcp(server, undefined))];
  const left = unique(all).filter((tool) => !denied.includes(tool));
  return {
    allowed: left,
    warnings: [
      ...warnings,
      `${harness.displayName} does not support denying tools: "${agent.name}" is limited to ${left.join(", ")}.`,
    ],
  };
}

const CHANGES_THINGS: readonly ToolPurpose[] = ["write", "edit", "shell"];

/** Whether the agent can change nothing by itself, for harnesses that know no finer limit. */
export function isReadOnly({ tools, disallowedTools = [] }: LimitedAgent): boolean {
  if (disallowedTools.some(isEverything)) return true;
  const deniedPurposes = new Set(disallowedTools.flatMap(wholePurposes));
  if (tools === undefined || tools.some(isEverything)) return CHANGES_THINGS.every((each) => deniedPurposes.has(each));
  return tools.every((tool) => {
    const named = readToolName(tool);
    return (
      named.kind === "built-in" &&
      named.purposes.every((purpose) => !CHANGES_THINGS.includes(purpose) || deniedPurposes.has(purpose))
    );
  });
}

function wholePurposes(tool: string): readonly ToolPurpose[] {
  const named = readToolName(tool);
  return named.kind === "built-in" && !named.isLimited ? named.purposes : [];
}
