import { recordSystemEvent } from "../audit/index.js";
import type { Config } from "../platform/config/index.js";
import type { Tx } from "../platform/relational/tx.js";
import { StartupError } from "../platform/startup-error.js";
import { definitionOf, isSettingKey, KEY_CHECK, takeStoredSetting, type SettingKey } from "../settings/index.js";

/** Without the check of a key that is lost, the next start accepts another one. */
type Unsettable = SettingKey | typeof KEY_CHECK;

/** The setting that the operator means, before any store is opened. */
export function readSettingKey(typed: string, { settingImports }: Pick<Config, "settingImports">): Unsettable {
  if (typed === KEY_CHECK) return typed;
  if (!isSettingKey(typed)) {
    throw new StartupError(`Unknown setting ${JSON.stringify(typed)}. Run tack admin settings for the list.`);
  }
  const given = settingImports.find(({ setting }) => setting === typed);
  if (given && (definitionOf(typed).variableWins || given.from === "file")) {
    const variable = given.from === "file" ? `${given.variable}_FILE` : given.variable;
    throw new StartupError(
      `${typed} is set by the environment variable ${variable}, which overrides the stored value. Unset ${variable} and restart the server.`,
    );
  }
  return typed;
}

const ANY_KEY =
  "the next start accepts any SECRET_KEY that decrypts the stored settings, and later starts require the same.";
const NO_KEY_CHECK = `${KEY_CHECK} is not set: ${ANY_KEY}`;
const KEY_CHECK_REMOVED = `${KEY_CHECK} was removed: ${ANY_KEY}`;

/** The operator's way back from a setting that locks everyone out: on the machine itself, over no network. */
export async function unsetSetting(
  tx: Tx,
  key: Unsettable,
  { settingImports }: Pick<Config, "settingImports">,
): Promise<string> {
  const stored = await takeStoredSetting(tx, key);
  if (!stored) return key === KEY_CHECK ? NO_KEY_CHECK : `${key} is not set: it already has its default value.`;
  const was = stored.value === null ? "" : `${JSON.stringify(stored.value)} -> `;
  await recordSystemEvent(tx, {
    action: "setting.unset",
    resourceType: "setting",
    resourceId: key,
    sensitivity: "high",
    detail: `${was}${key === KEY_CHECK ? "removed" : "default"}, by the operator`,
  });
  if (key === KEY_CHECK) return KEY_CHECK_REMOVED;
  const copied = settingImports.find(({ setting }) => setting === key);
  const again = copied ? ` ${copied.variable} is set and will be copied into it at the next start.` : "";
  return `${key} was reset to its default.${again}`;
}
