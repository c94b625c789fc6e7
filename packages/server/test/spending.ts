import { randomUUID } from "node:crypto";
import { openSealing } from "../src/platform/sealing/index.js";
import type { Platform } from "../src/platform/platform.js";
import { importSetting, loadSettings, openSettings, storeTogether, type Settings } from "../src/settings/index.js";
import type { Person } from "./people.js";
import type { Telemetry } from "./telemetry.js";
import { assistant, prompt, text } from "./transcripts.js";

/** What a million input tokens of the default model cost. */
const DOLLARS_PER_MILLION = 3;

export interface Spent {
  readonly usd: number;
  readonly at: string;
  readonly model?: string;
  /** What else is said of the session. */
  readonly more?: object;
}

/** A session that cost so much. */
export function spend(telemetry: Telemetry, by: Person, { usd, at, model, more }: Spent): Promise<string> {
  const usage = { input_tokens: Math.round((usd / DOLLARS_PER_MILLION) * 1e6), output_tokens: 0 };
  const id = randomUUID();
  const said = assistant([text("because")], { id, timestamp: at, usage, ...(model === undefined ? {} : { model }) });
  return telemetry.store(by, [prompt("why", at), said], more);
}

/** The settings of a running server, for work that is done beside it. */
export function openSettingsBeside({ config, log, relational, bus }: Platform): Promise<Settings> {
  return openSettings({
    loadSettings: () => loadSettings(relational),
    importSetting: (setting) => importSetting(relational, setting),
    storeTogether: (together) => relational.transaction((tx) => storeTogether(tx, together)),
    config,
    sealing: openSealing(config),
    bus,
    log,
  });
}
