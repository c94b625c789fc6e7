import type { HookEvent, Platform, Scope } from "../neutral.js";
import type { FoundType, HookShape, ScanPlace } from "./found.js";

export interface FurtherPlace extends Omit<ScanPlace, "pattern" | "members"> {
  readonly pattern: string | ((platform: Platform | undefined) => string);
  readonly members?: readonly (readonly string[])[] | ((project: string) => readonly (readonly string[])[]);
}

/** A variable by which a person moves a folder of the harness. */
export interface MovedFolder {
  readonly variable: string;
  readonly from: string;
  /** Where, inside of what the variable names, the folder then is. */
  readonly to?: string;
}

/**
 * What a scan needs to know of a harness beyond what installing into it needs: how to see that it is there, and the places
 * that it reads although Tackroom never writes there. Folders that belong to another harness are left to that one.
 */
export interface ScanRow {
  /** Programs that are its own; a name that anything could have is not listed. */
  readonly binaries: readonly string[];
  readonly markers: readonly (string | ((platform: Platform | undefined) => string))[];
  readonly moved?: readonly MovedFolder[];
  readonly hooks?: HookShape;
  /** Spellings of events that installs never write. */
  readonly events?: Readonly<Record<string, HookEvent>>;
  readonly places: readonly FurtherPlace[];
}

type More = Partial<Pick<FurtherPlace, "members" | "isBareMap" | "hooks">>;

const at =
  (scope: Scope) =>
  (type: FoundType, pattern: FurtherPlace["pattern"], more: More = {}): FurtherPlace => ({
    type,
    scope,
    pattern,
    ...more,
  });

/** A place in the home folder. */
export const inHome = at("user");
export const inProject = at("project");

/** The same place in both. */
export function inBoth(type: FoundType, pattern: string, more: More = {}): FurtherPlace[] {
  return [inHome(type, `~/${pattern}`, more), inProject(type, pattern, more)];
}

/** Read by most harnesses, belonging to none. */
export const SHARED_SKILLS: readonly FurtherPlace[] = inBoth("skills", ".agents/skills/*/SKILL.md");
