import type { FileToWrite } from "./neutral.js";

/** What an install answers with. */
export interface Rendering {
  /** `config_snippet` on the wire, with the wire's names. */
  readonly snippet: Readonly<Record<string, unknown>>;
  /** What the harness cannot do, or what the user has to do by hand. */
  readonly warnings: readonly string[];
}

export interface SkillRendering extends Rendering {
  /** The folder of the skill. */
  readonly path: string;
  readonly files: readonly FileToWrite[];
}

export interface HookRendering extends Rendering {
  /** The file that the snippet is merged into; null when there is none, and `files` or `notes` say more. */
  readonly configPath: string | null;
  readonly files: readonly FileToWrite[];
  readonly notes: readonly string[];
}

export interface PromptRendering extends Rendering {
  readonly files: readonly FileToWrite[];
}
