import type { SettingImport } from "../platform/config/index.js";
import { StartupError } from "../platform/startup-error.js";
import { definitionOf, isSettingKey, type SettingKey } from "./registry.js";
import type { ManagedText } from "./snapshot.js";

export interface Imports {
  /** Hold in memory for as long as the process lives, and cannot be changed through the API. */
  readonly managed: ReadonlyMap<SettingKey, ManagedText>;
  /** To be copied once, into settings that are absent or empty. */
  readonly copied: ReadonlyMap<SettingKey, string>;
}

/** Sorts what came from variables and files (contract §12). All mistakes are reported together. */
export function sortImports(imports: readonly SettingImport[]): Imports {
  const managed = new Map<SettingKey, ManagedText>();
  const copied = new Map<SettingKey, string>();
  const problems: string[] = [];
  for (const { variable, setting, value, from } of imports) {
    if (!isSettingKey(setting)) throw new Error(`${variable} is imported into an unknown setting: ${setting}`);
    const { kind, variableWins } = definitionOf(setting);
    const text = (typeof value === "string" ? value : value.reveal()).trim();
    const parsed = kind.parse(text);
    if ("expected" in parsed) problems.push(`${variable}: expected ${parsed.expected}`);
    else if (from === "file") managed.set(setting, { text: parsed.text, variable: `${variable}_FILE` });
    else if (variableWins) managed.set(setting, { text: parsed.text, variable });
    else copied.set(setting, parsed.text);
  }
  if (problems.length > 0) throw new StartupError(problems.join("\n"));
  return { managed, copied };
}
