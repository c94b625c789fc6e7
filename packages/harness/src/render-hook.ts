import type { Harness, HookPlace } from "./harness.js";
import { HARNESSES, type HarnessId } from "./harnesses.js";
import { HOOK_EVENTS } from "@tackroom/contract";
import type { HookEvent, HookHandler, InstallOptions } from "./neutral.js";
import { hookEntries } from "./render/hook-entries.js";
import { pathPart } from "./render/names.js";
import type { HookRendering } from "./rendering.js";

/** One hook. What the harness cannot run comes back as an empty snippet, with a warning and notes. */
export const renderHook = (id: HarnessId, hook: HookHandler, options: InstallOptions = {}): HookRendering =>
  renderHookFor(HARNESSES[id], hook, options);

export function renderHookFor(harness: Harness, hook: HookHandler, options: InstallOptions): HookRendering {
  const place: HookPlace = {
    scope: options.scope ?? harness.defaultScope,
    name: `tackroom-${pathPart(hook.name)}`,
    ...(options.platform === undefined ? {} : { platform: options.platform }),
  };
  const { entries, files, notes, warnings } = hookEntries(harness, hook, place);
  if (entries.length === 0 || harness.hooks.kind === "none") {
    return { snippet: {}, configPath: null, files: [], notes, warnings };
  }
  const rendered = harness.hooks.render(entries, place);
  return {
    snippet: rendered.snippet,
    configPath: rendered.config?.path ?? null,
    files: [...rendered.files, ...files],
    notes: [...notes, ...rendered.notes, ...(rendered.config === undefined ? [] : [rendered.config.merge])],
    warnings,
  };
}

/** The events that a hook component can be installed for. */
export function hookEventsOf(id: HarnessId): HookEvent[] {
  const { hooks }: Harness = HARNESSES[id];
  if (hooks.kind === "none") return [];
  return HOOK_EVENTS.filter((event) => (hooks.events[event] ?? []).length > 0);
}
