import type { HomePath } from "../home-path.js";
import type { HookEvent, Scope } from "../neutral.js";
import type { FoundType, HookShape, ScanPlace } from "./found.js";

export interface FurtherPlace extends Omit<ScanPlace, "pattern" | "members"> {
  readonly pattern: HomePath;
  readonly members?: readonly (readonly string[])[] | ((project: string) => readonly (readonly string[])[]);
}

/** A variable by which a person moves a folder of the harness. */
export interface MovedFolder {
  readonly variable: string;
  readonly from: string;
  /** Where, inside of what the variable names, the folder then is. */
  readonly to?: string;
}

/** How to see that a harness is used. */
export interface Presence {
  /** Programs that are its own; a name that anything could have is not listed. */
  readonly binaries: readonly string[];
  /** What it leaves in the home folder. */
  readonly markers: readonly HomePath[];
  /** What it leaves in a project. */
  readonly traces: readonly string[];
}

/**
 * What a scan needs to know of a harness beyond what installing into it needs. Folders that belong to another harness are
 * left to that one.
 */
export interface ScanFacts {
  /** The places that it reads although Tackroom never writes there. */
  readonly places: readonly FurtherPlace[];
  /** Folders that say of a file of hooks, wherever it is, that it is for this harness. */
  readonly hookFolders: readonly string[];
  /** Whether a file of hooks is taken to be for it when it knows all events of the file. */
  readonly isKnownByEvents: boolean;
  /** Members that only its handlers have. */
  readonly hookMembers?: readonly string[];
  readonly hooks?: HookShape;
  /** Spellings of events that installs never write. */
  readonly events?: Readonly<Record<string, HookEvent>>;
  /** The tools that an event is for, where others have one event and a matcher. */
  readonly toolsOfEvent?: Readonly<Record<string, string>>;
  /** Absent: seconds. */
  readonly timeoutUnit?: "milliseconds";
}

type More = Partial<Pick<FurtherPlace, "members" | "isBareMap" | "hooks">>;

const at =
  (scope: Scope) =>
  (type: FoundType, pattern: HomePath, more: More = {}): FurtherPlace => ({
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

/** The member that holds the servers in most files. */
export const SERVERS = { members: [["mcpServers"]] };
