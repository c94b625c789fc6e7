import type { Harness, HookPlace } from "./harness.js";
import { HARNESSES, type HarnessId } from "./harnesses.js";
import type { FileToMerge, FileToWrite, Platform } from "./neutral.js";
import { pluginFile } from "./render/agent-hooks.js";
import { sessionEntries } from "./render/hook-entries.js";
import { OURS } from "./render/session-hook.js";

/** What has to be in a harness's files so that its sessions are recorded, for every project of the user. */
export interface SessionHooks {
  readonly displayName: string;
  readonly config?: FileToMerge;
  readonly files: readonly FileToWrite[];
  /** What the person has to do, or to know. */
  readonly advice: readonly string[];
  /** Why there is nothing to install. */
  readonly reason?: string;
}

export function renderSessionHooks(id: HarnessId, platform?: Platform): SessionHooks {
  const harness: Harness = HARNESSES[id];
  const { displayName, hooks } = harness;
  const place: HookPlace = { scope: "user", name: OURS, ...(platform === undefined ? {} : { platform }) };
  if (hooks.kind === "none") {
    const plugin = hooks.sessionPlugin && pluginFile(hooks.sessionPlugin, place);
    return { displayName, files: plugin ? [plugin] : [], advice: [], ...(plugin ? {} : { reason: hooks.reason }) };
  }
  const entries = sessionEntries(harness, undefined, platform);
  if (entries.length === 0) {
    return {
      displayName,
      files: [],
      advice: [],
      reason: hooks.noSessions ?? `${displayName} does not report sessions.`,
    };
  }
  const { config, files } = hooks.render(entries, place);
  const advice = hooks.advice === undefined ? [] : [hooks.advice];
  return { displayName, files, advice, ...(config === undefined ? {} : { config }) };
}
