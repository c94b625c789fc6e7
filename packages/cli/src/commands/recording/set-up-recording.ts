import type { HarnessId } from "@tackroom/harness";
import { mkdirSync } from "node:fs";
import type { Cli } from "../../cli.js";
import { isScriptCurrent } from "../../recording/check-recording.js";
import { inspectHooks, installHooks, type HarnessHooks } from "../../recording/harness-hooks.js";
import { hookScript, type TackProgram } from "../../recording/hook-script.js";
import { recordingPlaces } from "../../recording/places.js";
import { makeTackDirectory } from "../../tack-directory.js";
import { writeFileAtomically } from "../../write-file.js";

/** What is missing on this machine for its sessions to be recorded. */
export interface RecordingPlan {
  readonly hooks: readonly HarnessHooks[];
  readonly needsScript: boolean;
  readonly isNeeded: boolean;
  /** The files that will be created or changed. */
  readonly paths: readonly string[];
  readonly question: string;
}

export function planRecording(cli: Cli, ids: readonly HarnessId[], program: TackProgram): RecordingPlan {
  const hooks = ids.map((id) => inspectHooks(cli, id)).filter(({ presence }) => isRepairable(presence));
  const needsScript = cli.platform !== "win32" && !isScriptCurrent(cli, program);
  return {
    hooks,
    needsScript,
    isNeeded: hooks.length > 0 || needsScript,
    paths: hooks.flatMap(({ paths }) => paths),
    question: questionOf(hooks, needsScript),
  };
}

const isRepairable = (presence: string): boolean => presence === "missing" || presence === "outdated";

function questionOf(repairable: readonly HarnessHooks[], needsScript: boolean): string {
  const names = repairable.map(({ displayName }) => displayName).join(", ");
  const script = needsScript ? "write the recording script" : "";
  const hooks = names === "" ? "" : `add Tackroom's hooks to ${names}`;
  const both = [script, hooks].filter((part) => part !== "").join(" and ");
  return `${both.charAt(0).toUpperCase()}${both.slice(1)}?`;
}

export function setUpRecording(cli: Cli, { hooks, needsScript }: RecordingPlan, program: TackProgram): void {
  if (needsScript) writeScript(cli, program);
  for (const { id } of hooks) installHooks(cli, id);
}

function writeScript(cli: Cli, program: TackProgram): void {
  makeTackDirectory(cli);
  const { script, spool } = recordingPlaces(cli.home);
  // Created in advance, so that no hook has to create it.
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  writeFileAtomically(script, hookScript(program), 0o755);
}
