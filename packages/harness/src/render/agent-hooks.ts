import type { Harness, HookDialect, HookEntry, HookPlace, NoHandlers, RenderedHooks } from "../harness.js";
import type { AgentDefinition, FileToMerge, FileToWrite, HookHandler } from "../neutral.js";
import { hookEntries, sessionEntries } from "./hook-entries.js";
import { hookPath } from "./hook-shapes.js";

interface AgentHooks {
  /** What the profile itself says, in the harness's shape. */
  readonly inProfile: Readonly<Record<string, unknown>>;
  readonly config?: FileToMerge;
  readonly files: readonly FileToWrite[];
  readonly warnings: readonly string[];
}

/** The hooks that report the agent's sessions, and those that are its components. */
export function hooksOf(harness: Harness, agent: AgentDefinition, place: HookPlace): AgentHooks {
  const components = agent.hooks.map((hook) => ({ ...hookEntries(harness, hook, place), isOfAgent: isOfAgent(hook) }));
  const warnings = components.flatMap((component) => [...component.warnings, ...component.notes]);
  const { hooks: dialect } = harness;
  if (dialect.kind === "none") return pluginOnly(dialect, place, warnings);

  const session = sessionEntries(harness, agent.id, place.platform);
  const { inProfile, inFiles } = divide(harness, session, components);
  const embedded = renderSome(dialect, inProfile, place);
  const { config, files = [], notes = [] } = renderSome(dialect, inFiles, place) ?? {};
  return {
    inProfile: (embedded?.snippet["hooks"] ?? {}) as Readonly<Record<string, unknown>>,
    ...(config === undefined ? {} : { config }),
    files: [...files, ...components.flatMap((component) => component.files)],
    warnings: [
      ...warnings,
      ...notes,
      ...widerThanMeant(harness, agent.hooks, inFiles),
      ...adviceFor(dialect, inFiles, session),
    ],
  };
}

function pluginOnly({ reason, sessionPlugin }: NoHandlers, place: HookPlace, warnings: readonly string[]): AgentHooks {
  if (sessionPlugin === undefined) {
    return { inProfile: {}, files: [], warnings: [...warnings, `${reason} Its sessions are not reported.`] };
  }
  return { inProfile: {}, files: [pluginFile(sessionPlugin, place)], warnings };
}

export const pluginFile = (
  { places, content }: NonNullable<NoHandlers["sessionPlugin"]>,
  place: HookPlace,
): FileToWrite => ({ path: hookPath(places, place), content: content(place.platform) });

const isOfAgent = ({ scope }: HookHandler): boolean => scope === "agent";

interface ComponentHooks {
  readonly entries: readonly HookEntry[];
  readonly isOfAgent: boolean;
}

/** The agent's own hooks go with it where the profile holds hooks that run while the agent is at work. */
function divide({ agents }: Harness, session: readonly HookEntry[], components: readonly ComponentHooks[]) {
  const all = [...session, ...components.flatMap(({ entries }) => entries)];
  if (agents.hooksInProfile !== "session")
    return { inProfile: agents.hooksInProfile === "all" ? all : [], inFiles: all };
  const own = components.filter((component) => component.isOfAgent).flatMap(({ entries }) => entries);
  const held = own.filter(({ event }) => HELD_IN_PROFILE.has(event));
  return {
    inProfile: [...session, ...held],
    inFiles: all.filter((entry) => !session.includes(entry) && !held.includes(entry)),
  };
}

/** A session begins, ends and hears its person outside of any agent. */
const HELD_IN_PROFILE: ReadonlySet<string> = new Set(["PreToolUse", "PostToolUse", "Stop"]);

/** If a harness cannot scope hooks to an agent, they run in every session, so the user is warned. */
function widerThanMeant(
  { displayName }: Harness,
  hooks: readonly HookHandler[],
  inFiles: readonly HookEntry[],
): string[] {
  const owners = new Set(inFiles.map(({ owner }) => owner));
  return hooks
    .filter((hook) => isOfAgent(hook) && owners.has(hook.name))
    .map(({ name }) => `${displayName} runs the hook "${name}" in every session, not only while its agent is active.`);
}

function renderSome(dialect: HookDialect, entries: readonly HookEntry[], place: HookPlace): RenderedHooks | undefined {
  return entries.length === 0 ? undefined : dialect.render(entries, place);
}

function adviceFor(dialect: HookDialect, inFiles: readonly HookEntry[], session: readonly HookEntry[]): string[] {
  const advice = inFiles.length === 0 ? undefined : dialect.advice;
  const silent = session.length === 0 ? dialect.noSessions : undefined;
  return [advice, silent].filter((sentence) => sentence !== undefined);
}
