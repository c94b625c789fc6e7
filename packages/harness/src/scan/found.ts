import type { Platform, Scope } from "../neutral.js";

/** The item kinds that can be found on a machine. Sandboxes are not stored in harness files. */
export type FoundType = "mcps" | "agents" | "skills" | "hooks" | "prompts";

/** A file that a hook's command names, and that must go where the hook goes. */
export interface NamedScript {
  /** The word of the command, as it stands there. */
  readonly word: string;
  /** Without quotes and without the variable for the project; may begin with `~/` or be absolute. */
  readonly path: string;
}

/** One component in a file of a harness. */
export interface FoundComponent {
  readonly name: string;
  /** As `POST /scan` takes it, and never with a secret: values of variables and headers are gone before this is made. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** Where in the file it is, when the file holds several: a JSON pointer. */
  readonly pointer?: string;
  /** The file that a hook runs. Its content is added by the caller, which has access to the disk. */
  readonly script?: NamedScript;
  /** What the file says and the registry has no place for. */
  readonly leftOut?: readonly string[];
  /** Names of variables and headers whose values are in the file, and stay there. */
  readonly valued?: readonly string[];
  /** Why it cannot be registered. */
  readonly unregistrable?: Unregistrable;
}

export interface Unregistrable {
  readonly reason: string;
  /** True if the user should fix it; otherwise the registry just does not support it. */
  readonly isError?: true;
}

/** Where to look for components of one type. */
export interface ScanPlace {
  readonly type: FoundType;
  readonly scope: Scope;
  /** Starts with `~/`, is absolute, or relative to the project. `*` stands for part of a name, `**` for any folders. */
  readonly pattern: string;
  /** The member that holds the components, for a file that holds several; each an own path into the document. */
  readonly members?: readonly (readonly string[])[];
  /** The document may be the map of servers itself. */
  readonly isBareMap?: boolean;
  readonly hooks?: HookShape;
}

/**
 * How hooks are kept: under `hooks` in a document, under names that the person chose, as programs that are named after the
 * event, or as code that the harness loads.
 */
export type HookShape = "document" | "named" | "programs" | "code";

export interface FileText {
  /** With forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface ScannedMachine {
  readonly platform: Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project's folder as the machine writes it. */
  readonly project: string;
}
