import type { Config } from "../platform/config/index.js";
import type { Parsed } from "./core/kinds.js";
import { definitionOf, SETTING_KEYS, type SettingKey } from "./registry.js";

/** What a stored setting says, or why it says nothing. */
export type StoredText = { readonly text: string } | { readonly problem: string };

export interface Current {
  readonly text: string;
  readonly value: unknown;
  readonly defaultText: string;
  /** Someone has set it, be it in the store or outside; perhaps to something that cannot be read. */
  readonly isSet: boolean;
  /** The variable that sets it, which wins over what is stored. */
  readonly managedBy?: string;
  /** Why what is stored does not hold. */
  readonly problem?: string;
}

/** What a variable or a file says, and the name of the variable. */
export interface ManagedText {
  readonly text: string;
  readonly variable: string;
}

/** What holds for every setting at one moment. */
export type Snapshot = ReadonlyMap<SettingKey, Current>;

export interface SnapshotSources {
  readonly config: Pick<Config, "frontendUrl" | "trustedProxies">;
  readonly managed: ReadonlyMap<SettingKey, ManagedText>;
  readonly stored: ReadonlyMap<SettingKey, StoredText>;
}

/** A value whose text has not changed stays the same object as in the snapshot before. */
export function takeSnapshot(sources: SnapshotSources, before?: Snapshot): Snapshot {
  const frontendUrl = (): string => resolve("deployment.frontend_url", sources, sources.config.frontendUrl).text;
  const snapshot = new Map<SettingKey, Current>();
  for (const key of SETTING_KEYS) {
    const { default: fallback } = definitionOf(key);
    const defaultText = typeof fallback === "string" ? fallback : fallback({ config: sources.config, frontendUrl });
    const current = resolve(key, sources, defaultText);
    const previous = before?.get(key);
    snapshot.set(key, previous?.text === current.text ? { ...current, value: previous.value } : current);
  }
  return snapshot;
}

function resolve(key: SettingKey, { managed, stored }: SnapshotSources, defaultText: string): Current {
  const given = managed.get(key);
  if (given !== undefined) {
    return { ...understood(key, given.text), defaultText, isSet: given.text !== "", managedBy: given.variable };
  }
  const found = stored.get(key);
  const problem = found && problemOf(key, found);
  const text = found && "text" in found && problem === undefined ? found.text : defaultText;
  return {
    ...understood(key, text),
    defaultText,
    isSet: found !== undefined,
    ...(problem === undefined ? {} : { problem }),
  };
}

function problemOf(key: SettingKey, found: StoredText): string | undefined {
  if ("problem" in found) return found.problem;
  const parsed = definitionOf(key).kind.parse(found.text);
  return "expected" in parsed ? `it must be ${parsed.expected}; set it again` : undefined;
}

/** Defaults and what comes from outside are checked before the server starts. */
function understood(key: SettingKey, text: string): Exclude<Parsed<unknown>, { expected: string }> {
  const parsed = definitionOf(key).kind.parse(text);
  if ("expected" in parsed) throw new Error(`${key} must be ${parsed.expected}`);
  return parsed;
}
