import type { Role, SettingGroup } from "@tackroom/contract";
import type { Config } from "../platform/config/index.js";
import { boolean, type Kind } from "./core/kinds.js";

/** What a default may be made of. */
export interface DefaultSource {
  readonly config: Pick<Config, "frontendUrl" | "trustedProxies">;
  /** What holds for `deployment.frontend_url`. */
  frontendUrl(): string;
}

/** A change from one value to another, which is never the same. */
export interface ValueChange<T> {
  readonly from: T;
  readonly to: T;
}

export interface Definition<T = unknown> {
  /** Its name for people, unique among all settings. */
  readonly label: string;
  readonly group: SettingGroup;
  readonly kind: Kind<T>;
  readonly default: string | ((from: DefaultSource) => string);
  readonly description: string;
  /** What its number counts. */
  readonly unit?: "days" | "minutes";
  /** What a dangerous change exposes, deletes or disables; undefined for a change that needs no confirmation. */
  consequence?(change: ValueChange<T>): string | undefined;
  /** Sealed in the store, never shown. */
  readonly isSensitive?: boolean;
  readonly restartRequired?: boolean;
  /** Admins, if not said. */
  readonly changedBy?: Role;
  /** False for what the server makes itself. */
  readonly isSettable?: boolean;
  /** Its variable, when given, wins at every start instead of being copied once. */
  readonly variableWins?: boolean;
}

type More<T> = Omit<Partial<Definition<T>>, "label" | "group" | "kind" | "default" | "description">;
type Ungrouped<T = unknown> = Omit<Definition<T>, "group">;

export const RESTART = { restartRequired: true } as const;
export const SECRET = { isSensitive: true } as const;

/** The name and the sentence that people read. */
export type Words = readonly [label: string, description: string];

export const setting = <T>(
  kind: Kind<T>,
  fallback: Definition["default"],
  [label, description]: Words,
  more: More<NoInfer<T>> = {},
): Ungrouped<T> => ({ label, kind, default: fallback, description, ...more });

export const off = (words: Words, more?: More<boolean>): Ungrouped<boolean> => setting(boolean, "false", words, more);

export const empty = <T>(kind: Kind<T>, words: Words, more?: More<NoInfer<T>>): Ungrouped<T> =>
  setting(kind, "", words, more);

type Grouped<Members> = { readonly [Key in keyof Members]: Members[Key] & { readonly group: SettingGroup } };

/** Settings that an admin looks for in the same place. */
export function inGroup<Members extends Readonly<Record<string, Ungrouped>>>(
  group: SettingGroup,
  members: Members,
): Grouped<Members> {
  const grouped = Object.entries(members).map(([key, member]) => [key, { ...member, group }]);
  return Object.fromEntries(grouped) as Grouped<Members>;
}

/** The consequence of a switch that is dangerous to turn on, or off. */
export const whenOn =
  (consequence: string) =>
  ({ to }: ValueChange<boolean>): string | undefined =>
    to ? consequence : undefined;

export const whenOff =
  (consequence: string) =>
  ({ to }: ValueChange<boolean>): string | undefined =>
    to ? undefined : consequence;

/** The consequence of removing what a way to sign in, or a restriction, cannot do without. */
export const whenRemoved =
  (consequence: string) =>
  ({ to }: ValueChange<string | readonly string[]>): string | undefined =>
    to.length === 0 ? consequence : undefined;
