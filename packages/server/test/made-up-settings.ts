import { afterAll, beforeAll } from "vitest";
import { text as anyText } from "../src/platform/config/parsers.js";
import { SETTING_VARIABLES, type SettingVariable } from "../src/platform/config/setting-imports.js";
import { boolean, text, url, type Kind } from "../src/settings/core/kinds.js";
import type { Definition } from "../src/settings/definition.js";
import { DEFINITIONS, SETTING_KEYS, type SettingKey } from "../src/settings/registry.js";

const made = (label: string, kind: Kind<unknown>, more: Partial<Definition> = {}): Definition => ({
  label,
  group: "registry",
  kind,
  default: "",
  description: "A setting that only tests have.",
  ...more,
});

/** One of each kind that a setting can be, so that the suites of the mechanisms depend on no feature. */
const SETTINGS: Readonly<Record<string, Definition>> = {
  "made_up.name": made("Made-up name", text),
  "made_up.url": made("Made-up URL", url),
  "made_up.flag": made("Made-up flag", boolean, { default: "true" }),
  "made_up.secret": made("Made-up secret", text, { isSensitive: true, restartRequired: true }),
  "made_up.second_secret": made("Second made-up secret", text, { isSensitive: true }),
  "made_up.third_secret": made("Third made-up secret", text, { isSensitive: true }),
  "made_up.generated": made("Made-up key", text, { isSensitive: true, isSettable: false }),
};

const variable = (name: string, setting: string, isSecret = false): SettingVariable => ({
  name,
  setting,
  parse: anyText,
  isSecret,
  hasFileForm: true,
});

const VARIABLES: readonly SettingVariable[] = [
  variable("MADE_UP_NAME", "made_up.name"),
  variable("MADE_UP_URL", "made_up.url"),
  variable("MADE_UP_FLAG", "made_up.flag"),
  variable("MADE_UP_SECRET", "made_up.secret", true),
];

/** Adds them to the server's own lists for as long as the suite runs: suites of one worker share the loaded modules. */
export function useMadeUpSettings(): void {
  const definitions: Record<string, Definition> = DEFINITIONS;
  const variables = SETTING_VARIABLES as SettingVariable[];
  const keys = Object.keys(SETTINGS) as SettingKey[];
  beforeAll(() => {
    Object.assign(definitions, SETTINGS);
    SETTING_KEYS.push(...keys);
    variables.push(...VARIABLES);
  });
  afterAll(() => {
    for (const key of keys) delete definitions[key];
    SETTING_KEYS.splice(-keys.length);
    variables.splice(-VARIABLES.length);
  });
}
