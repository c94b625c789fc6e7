import { SETTING_GROUP_TITLES, SETTING_GROUPS, type SettingGroup } from "@tackroom/contract/setting-groups";
import type { Setting } from "./setting.js";

/** What is listed of all settings. */
export const VIEWS = ["all", "changed", "outside", "secrets", "restart"] as const;
export type View = (typeof VIEWS)[number];

export const VIEW_LABELS: Readonly<Record<View, string>> = {
  all: "All",
  changed: "Changed",
  outside: "Set outside",
  secrets: "Secrets",
  restart: "Waiting for a restart",
};

const BELONGS: Readonly<Record<View, (setting: Setting) => boolean>> = {
  all: () => true,
  changed: (setting) => isChanged(setting),
  outside: (setting) => setting.is_externally_managed,
  secrets: (setting) => setting.is_sensitive,
  restart: (setting) => setting.pending_restart,
};

/** Stored by someone here, unlike the default and what is set outside. */
export const isChanged = (setting: Setting): boolean => setting.is_set && !setting.is_externally_managed;

export const viewOf = (name: string | undefined): View => VIEWS.find((view) => view === name) ?? "all";

export const inView = (settings: readonly Setting[], view: View): Setting[] => settings.filter(BELONGS[view]);

/** The settings in which every word occurs: in the name, the sentence, the key, the group or the variable. */
export function matching(settings: readonly Setting[], search: string): Setting[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter((setting) => {
    const { label, description, key, group, managed_by: variable } = setting;
    const text = [label, description, key, SETTING_GROUP_TITLES[group], variable ?? ""].join("\n").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export interface SettingSection {
  readonly group: SettingGroup;
  readonly settings: readonly Setting[];
}

/** In the order of the groups, without empty ones. */
export function sectionsOf(settings: readonly Setting[]): SettingSection[] {
  const all = SETTING_GROUPS.map((group) => ({ group, settings: settings.filter((each) => each.group === group) }));
  return all.filter((section) => section.settings.length > 0);
}

/** A value as displayed by its control. */
export function valueInWords({ type, unit }: Setting, value: string): string {
  if (type === "boolean") return value === "true" ? "on" : "off";
  if (value === "") return "empty";
  return unit === null ? value : `${value} ${unit}`;
}
