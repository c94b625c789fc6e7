import type { Setting } from "@tackroom/contract";
import type { Bus } from "../platform/bus/index.js";
import type { Config } from "../platform/config/index.js";
import type { Log } from "../platform/log.js";
import type { Tx } from "../platform/relational/tx.js";
import { domain } from "./core/kinds.js";
import { sortImports } from "./imports.js";
import { followChanges } from "./follow-changes.js";
import { KEY_CHECK, refuseForeignKey, type StoredSeals } from "./refuse-foreign-key.js";
import { definitionOf, isSettingKey, SETTING_KEYS, type SettingKey, type SettingValue } from "./registry.js";
import {
  deleteStoredSetting,
  importSetting,
  lockSealedSettings,
  putStoredSetting,
  resealStoredSetting,
  type NewSetting,
} from "./setting-store.js";
import { showSetting } from "./show-setting.js";
import { takeSnapshot, type Current, type Snapshot, type StoredText } from "./snapshot.js";
import { createStoredTexts } from "./stored-text.js";

/** What other modules ask. Answers come from memory: at once, and a few seconds old at most. */
export interface Settings {
  get<K extends SettingKey>(key: K): SettingValue<K>;
  /** As it was when the process started, for what takes effect only then. */
  atStart<K extends SettingKey>(key: K): SettingValue<K>;
}

/** Runs work in a transaction, such as `call.act`. */
export type Act = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export interface Resealed {
  readonly resealed: number;
  /** What no key opens. */
  readonly unreadable: readonly string[];
}

/** Everything, for those who manage settings. After a change has committed, `get` gives the new value. */
export interface ManagedSettings extends Settings {
  list(): Setting[];
  show(key: SettingKey): Setting;
  /** What holds now, also of a secret. */
  text(key: SettingKey): string;
  /** What a change to this text, as its kind's parser spells it, exposes, deletes or disables. */
  consequence(key: SettingKey, text: string): string | undefined;
  /** `text` as its kind's parser spells it. */
  set(act: Act, change: { key: SettingKey; text: string; by: string | null }): Promise<void>;
  unset(act: Act, key: SettingKey): Promise<void>;
  /** Stores what the server has made itself, all of it or, when another replica was first, nothing. */
  generate(made: Generated): Promise<void>;
  /** Several at once, also what the server has made itself: all of it takes effect, or nothing. */
  setTogether(act: Act, change: TogetherChange): Promise<void>;
  unsetTogether(act: Act, keys: readonly SettingKey[]): Promise<void>;
  /** Renews the seals of the old key, unless something cannot be opened. */
  reseal(tx: Tx): Promise<Resealed>;
  close(): void;
}

export interface TogetherChange {
  readonly texts: ReadonlyMap<SettingKey, string>;
  readonly generated: Generated;
  readonly by: string;
}

export type Generated = Readonly<Partial<Record<SettingKey, string>>>;

export interface SettingsDeps extends StoredSeals {
  /** Stores them all unless all of them are there. */
  readonly storeTogether: (settings: readonly NewSetting[]) => Promise<void>;
  readonly config: Pick<Config, "settingImports" | "frontendUrl" | "trustedProxies" | "dataDir">;
  readonly bus: Bus;
  readonly log: Log;
}

export async function openSettings(deps: SettingsDeps): Promise<ManagedSettings> {
  const { config, log } = deps;
  const texts = createStoredTexts(deps.sealing, config.dataDir);
  const { managed, copied } = sortImports(config.settingImports);
  // After what can be refused without the store: a refused start has changed nothing.
  await refuseForeignKey(deps);
  await copyOnce(deps, texts, copied);

  const take = async (before?: Snapshot): Promise<Snapshot> => {
    const stored = new Map<SettingKey, StoredText>();
    // A key that is not known belongs to another version of the server.
    for (const row of await deps.loadSettings()) if (isSettingKey(row.key)) stored.set(row.key, texts.read(row));
    const taken = takeSnapshot({ config, managed, stored }, before);
    reportProblems(taken, before, log);
    return taken;
  };

  const atStart = await take();
  let now = atStart;
  const others = followChanges(deps, async () => void (now = await take(now)));
  const show = (key: SettingKey): Setting => showSetting(key, currentOf(now, key), currentOf(atStart, key));
  const store = (tx: Tx, { key, text, by }: Written): Promise<void> => {
    // Empty where empty is the default says that there is none, and an import may fill it again.
    if (text === "" && currentOf(now, key).defaultText === "") return deleteStoredSetting(tx, key);
    return putStoredSetting(tx, rowOf(texts, { key, text, by }));
  };
  const rowsOf = (made: Generated): NewSetting[] =>
    Object.entries(made).map(([key, text]) => rowOf(texts, { key: key as SettingKey, text, by: null }));
  const change = async (act: Act, work: (tx: Tx) => Promise<void>): Promise<void> => {
    await act(work);
    await others.changed();
  };

  return {
    get: (key) => valueOf(now, key),
    atStart: (key) => valueOf(atStart, key),
    list: () => SETTING_KEYS.map(show),
    show,
    text: (key) => currentOf(now, key).text,
    consequence: (key, text) => consequenceOf(key, currentOf(now, key), text),
    set: (act, { key, text, by }) =>
      change(act, async (tx) => {
        await store(tx, { key, text, by });
        const settled = currentOf(now, PUBLISHER_DOMAIN).value !== "";
        const first = key === "deployment.public_url" && !settled ? domainOf(text) : undefined;
        // Another replica may have settled it since our values were read.
        if (first !== undefined) await importSetting(tx, rowOf(texts, { key: PUBLISHER_DOMAIN, text: first, by }));
      }),
    unset: (act, key) => change(act, (tx) => deleteAll(tx, [key])),
    generate: (made) => deps.storeTogether(rowsOf(made)).then(() => others.changed()),
    setTogether: (act, { texts: given, generated, by }) =>
      change(act, async (tx) => {
        for (const [key, text] of given) await store(tx, { key, text, by });
        for (const row of rowsOf(generated)) await putStoredSetting(tx, row);
      }),
    unsetTogether: (act, keys) => change(act, (tx) => deleteAll(tx, keys)),
    reseal: (tx) => resealAll(tx, texts.reseal),
    close: () => others.close(),
  };
}

interface Written {
  readonly key: SettingKey;
  readonly text: string;
  readonly by: string | null;
}

const rowOf = (texts: ReturnType<typeof createStoredTexts>, { key, text, by }: Written): NewSetting => ({
  key,
  ...texts.write(key, text),
  updated_by: by,
});

async function deleteAll(tx: Tx, keys: readonly SettingKey[]): Promise<void> {
  for (const key of keys) await deleteStoredSetting(tx, key);
}

async function copyOnce(
  deps: SettingsDeps,
  texts: ReturnType<typeof createStoredTexts>,
  copied: ReadonlyMap<SettingKey, string>,
): Promise<void> {
  for (const [key, text] of copied) {
    const isNew = await deps.importSetting(rowOf(texts, { key, text, by: null }));
    if (isNew) deps.log.info({ setting: key }, `copied an environment variable to the setting ${key}`);
  }
}

/** Identifiers are made of it, so the first real domain of the server stays. */
const PUBLISHER_DOMAIN = "discovery.publisher_domain";

/** Undefined for an address that means something else elsewhere: an IP address, `localhost`. */
function domainOf(address: string): string | undefined {
  if (address === "") return undefined;
  const parsed = domain.parse(new URL(address).hostname);
  return "value" in parsed ? parsed.value : undefined;
}

function currentOf(snapshot: Snapshot, key: SettingKey): Current {
  const found = snapshot.get(key);
  if (!found) throw new Error(`Unknown setting: ${key}`);
  return found;
}

function consequenceOf(key: SettingKey, { value: from, text: before }: Current, text: string): string | undefined {
  const definition = definitionOf(key);
  const parsed = definition.kind.parse(text);
  if ("expected" in parsed || text === before) return undefined;
  return definition.consequence?.({ from, to: parsed.value });
}

/** The registry says of which type the value of each key is; a snapshot holds what its parser returned. */
function valueOf<K extends SettingKey>(snapshot: Snapshot, key: K): SettingValue<K> {
  return currentOf(snapshot, key).value as SettingValue<K>;
}

/** Once, not with every reload: an unreadable setting stays so until someone fixes it. */
function reportProblems(taken: Snapshot, before: Snapshot | undefined, log: Log): void {
  for (const [key, { problem }] of taken) {
    if (problem === undefined || problem === before?.get(key)?.problem) continue;
    log.error({ setting: key }, `ignoring the stored setting ${key}: ${problem}`);
  }
}

async function resealAll(
  tx: Tx,
  reseal: (key: string, sealed: Buffer) => Buffer | "current" | "unreadable",
): Promise<Resealed> {
  const rows = (await lockSealedSettings(tx)).map(({ key, sealed }) => ({ key, renewed: reseal(key, sealed) }));
  // A key that is not known can neither be set nor unset, so a secret of it that is lost stands in nobody's way.
  const unreadable = rows
    .filter(({ key, renewed }) => renewed === "unreadable" && isSettingKey(key))
    .map(({ key }) => key);
  if (unreadable.length > 0) return { resealed: 0, unreadable };
  let resealed = 0;
  for (const { key, renewed } of rows) {
    if (typeof renewed === "string") continue;
    await resealStoredSetting(tx, key, renewed);
    if (key !== KEY_CHECK) resealed += 1;
  }
  return { resealed, unreadable };
}
