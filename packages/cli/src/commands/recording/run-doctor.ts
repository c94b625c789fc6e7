import type { HarnessId } from "@tackroom/harness";
import { existsSync, rmSync } from "node:fs";
import { consent } from "../../ask.js";
import { asCalled, asTyped } from "../../called-as.js";
import { isInteractive, note, say, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { DRY_RUN } from "../../install/write-desk.js";
import { printJson } from "../../output.js";
import { paint } from "../../paint.js";
import { checkOutbox, checkScript, checkServer, checkSignIn, type Finding } from "../../recording/check-recording.js";
import { chosenHarnesses, inspectHooks, uninstallHooks, type HarnessHooks } from "../../recording/harness-hooks.js";
import type { TackProgram } from "../../recording/hook-script.js";
import { recordingPlaces } from "../../recording/places.js";
import { thisProgram } from "../../recording/tack-program.js";
import { NOT_COVERED } from "../../recording/stores/export-sessions.js";
import { planRecording, setUpRecording, type RecordingPlan } from "./set-up-recording.js";

export interface DoctorOptions {
  readonly yes?: boolean;
  readonly harness?: string;
  readonly remove?: boolean;
  readonly dryRun?: boolean;
}

/** `tack doctor` */
export async function runDoctor(cli: Cli, options: DoctorOptions, program: TackProgram = thisProgram()): Promise<void> {
  const ids = await chosenHarnesses(cli, options.harness);
  const plan = planRecording(cli, ids, program);
  if (options.dryRun) return tellPlan(cli, options.remove ? removable(cli, ids, options) : filesOf(cli, plan));
  if (options.remove) return removeAll(cli, ids, options);
  if (plan.isNeeded && (options.yes || isInteractive(cli))) {
    for (const path of plan.paths) note(cli, `  ${path}`);
    await consent(cli, plan.question, options.yes);
    setUpRecording(cli, plan, program);
  }
  const given = asTyped({ harness: options.harness });
  const hooks = ids.map((id) => inspectHooks(cli, id));
  const findings = [
    ...(await checkServer(cli, Date.now())),
    await checkSignIn(cli),
    checkScript(cli, program),
    ...checkOutbox(cli, Date.now()),
    ...hooks.map((each) => findingOf(each, given)),
  ];
  printFindings(cli, findings, hooks, { installed: plan.hooks, given });
}

function findingOf({ id, displayName, presence, paths, reason }: HarnessHooks, given: string): Finding {
  const why = NOT_COVERED[id];
  const fromDisk = why === undefined ? "Its sessions can be read from disk: tack reconcile" : `It ${why}.`;
  switch (presence) {
    case "present":
      return { what: id, state: "ok", says: `hooks are installed (${paths.join(", ")})` };
    case "foreign":
      return {
        what: id,
        state: "note",
        says: `${paths.join(", ")} was not created by Tackroom`,
        remedy: `Call ~/.tackroom/hook ${id} from it and pass its input on.`,
      };
    case "none":
      return { what: id, state: "note", says: reason ?? `${displayName} has no hooks`, remedy: fromDisk };
    default:
      return {
        what: id,
        state: "wrong",
        says: `hooks are ${presence}`,
        remedy: `Install them: tack doctor --yes${given}`,
      };
  }
}

const SIGNS = { ok: "✓", note: "!", wrong: "✗" } as const;

function printFindings(
  cli: Cli,
  findings: readonly Finding[],
  hooks: readonly HarnessHooks[],
  { installed, given }: { readonly installed: readonly HarnessHooks[]; readonly given: string },
): void {
  const wrong = findings.filter(({ state }) => state === "wrong");
  // In JSON, a failure prints nothing on stdout: the findings are part of the error.
  if (cli.flags.output === "json" && wrong.length === 0) printJson(cli, { findings });
  else if (cli.flags.output === "table") {
    const colors = paint(cli);
    const colored = { ok: colors.green, note: colors.yellow, wrong: colors.red };
    const width = Math.max(...findings.map(({ what }) => what.length));
    for (const { what, state, says, remedy } of findings) {
      say(cli, `${colored[state](SIGNS[state])} ${what.padEnd(width)}  ${says}`);
      if (remedy !== undefined) say(cli, `  ${" ".repeat(width)}  ${colors.dim(asCalled(cli, remedy))}`);
    }
    const fresh = new Set(installed.map(({ id }) => id));
    for (const { id, presence, advice } of hooks) {
      if (fresh.has(id) && presence === "present") for (const sentence of advice) note(cli, `! ${sentence}`);
    }
  }
  if (wrong.length > 0) {
    throw new CliError("partial", `${wrong.length} of ${findings.length} checks failed.`, {
      remediation: `See the fix next to each. tack doctor --yes${given} repairs the script and the hooks.`,
      result: { findings },
    });
  }
}

async function removeAll(cli: Cli, ids: readonly HarnessId[], options: DoctorOptions): Promise<void> {
  await consent(cli, "Remove Tackroom's hooks? Sessions are no longer recorded.", options.yes);
  const removed = ids.filter((id) => uninstallHooks(cli, id));
  const { script } = recordingPlaces(cli.home);
  // If only one harness was selected, others may still use the script.
  const takesScript = options.harness === undefined && existsSync(script);
  if (takesScript) rmSync(script);
  if (cli.flags.output === "json") return printJson(cli, { removed, script: takesScript });
  say(cli, removed.length === 0 ? "No Tackroom hooks were installed." : `Removed from ${removed.join(", ")}.`);
}

const filesOf = (cli: Cli, { paths, needsScript }: RecordingPlan): readonly string[] =>
  needsScript ? [recordingPlaces(cli.home).script, ...paths] : paths;

function removable(cli: Cli, ids: readonly HarnessId[], { harness }: DoctorOptions): readonly string[] {
  const { script } = recordingPlaces(cli.home);
  const hooks = ids.map((id) => inspectHooks(cli, id));
  const paths = hooks.flatMap(({ presence, paths: own }) => (/^(present|outdated)$/.test(presence) ? own : []));
  return harness === undefined && existsSync(script) ? [script, ...paths] : paths;
}

function tellPlan(cli: Cli, files: readonly string[]): void {
  if (cli.flags.output === "json") return printJson(cli, { dry_run: true, files });
  for (const path of files) note(cli, `~ ${path} ${paint(cli).dim("would be changed")}`);
  note(cli, files.length === 0 ? "Nothing would change." : DRY_RUN);
}
