import type { Harness, HookDialect, HookEntry, HookPlace, NoHandlers, RenderedHooks } from "../harness.js";
import type { AgentDefinition, FileToMerge, FileToWrite } from "../neutral.js";
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
  const components = agent.hooks.map((hook) => hookEntries(harness, hook, place));
  const warnings = components.flatMap((component) => [...component.warnings, ...component.notes]);
  const { hooks: dialect } = harness;
  if (dialect.kind === "none") return pluginOnly(dialect, place, warnings);

  const session = sessionEntries(harness, agent.id, place.platform);
  const ofComponents = components.flatMap(({ entries }) => entries);
  const { inProfile, inFiles } = divide(harness, session, ofComponents);
  const embedded = renderSome(dialect, inProfile, place);
  const { config, files = [], notes = [] } = renderSome(dialect, inFiles, place) ?? {};
  return {
    inProfile: (embedded?.snippet["hooks"] ?? {}) as Readonly<Record<string, unknown>>,
    ...(config === undefined ? {} : { config }),
    files: [...files, ...components.flatMap((component) => component.files)],
    warnings: [...warnings, ...notes, ...adviceFor(dialect, inFiles, session)],
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

function divide({ agents }: Harness, session: readonly HookEntry[], ofComponents: readonly HookEntry[]) {
  const all = [...session, ...ofComponents];
  if (agents.hooksInProfile === "session") return { inProfile: session, inFiles: ofComponents };
  return { inProfile: agents.hooksInProfile === "all" ? all : [], inFiles: all };
}

function renderSome(dialect: HookDialect, entries: readonly HookEntry[], place: HookPlace): RenderedHooks | undefined {
  return entries.length === 0 ? undefined : dialect.render(entries, place);
}

function adviceFor(dialect: HookDialect, inFiles: readonly HookEntry[], session: readonly HookEntry[]): string[] {
  const advice = inFiles.length === 0 ? undefined : dialect.advice;
  const silent = session.length === 0 ? dialect.noSessions : undefined;
  return [advice, silent].filter((sentence) => sentence !== undefined);
}
