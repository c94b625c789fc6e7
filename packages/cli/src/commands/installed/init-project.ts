import { openApi } from "../../api/client.js";
import { agrees } from "../../ask.js";
import { asCalled } from "../../called-as.js";
import { isInteractive, note, say, type Cli } from "../../cli.js";
import { harnessesHere } from "../../install/harnesses-here.js";
import { restoreLocked } from "../../install/install-item.js";
import { lockPath, readLock } from "../../install/lock-file.js";
import type { PlannedFile } from "../../install/show-plan.js";
import { DRY_RUN } from "../../install/write-desk.js";
import { printJson } from "../../output.js";
import { paint } from "../../paint.js";
import { chosenHarnesses } from "../../recording/harness-hooks.js";
import { thisProgram } from "../../recording/tack-program.js";
import { planRecording, setUpRecording } from "../recording/set-up-recording.js";

interface InitOptions {
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  /** False with `--no-recording`. */
  readonly recording: boolean;
}

/** `tack init`: installs what the project's lockfile records, and sets up what this machine needs to record sessions. */
export async function initProject(cli: Cli, options: InitOptions): Promise<void> {
  const { isSignedIn, server } = openApi(cli);
  const path = lockPath(cli, "project");
  const recorded = readLock(path)?.items.length ?? 0;
  const harnesses = await harnessesHere(cli);
  if (cli.flags.output === "table") {
    say(cli, harnesses.length === 0 ? "No harness was found here." : `Harnesses found: ${harnesses.join(", ")}`);
    const items = recorded === 1 ? "1 item" : `${recorded} items`;
    say(cli, recorded === 0 ? "tack.lock is created by the first install. Commit it." : `tack.lock records ${items}.`);
  }
  const changes = recorded > 0 && isSignedIn ? (await restoreLocked(cli, options)).changes : [];
  const recording = options.recording ? await setUp(cli, options) : { state: "skipped" as const, files: [] };
  if (cli.flags.output === "json") {
    const { dryRun } = options;
    const done = { server, signed_in: isSignedIn, harnesses, changes, recording };
    return printJson(cli, { ...done, ...(dryRun ? { dry_run: true } : {}) });
  }
  tellDone(cli, changes, recording);
  if (options.dryRun) note(cli, DRY_RUN);
  say(cli, `\n${paint(cli).bold("Next")}`);
  const steps = stepsFor(isSignedIn, recorded > 0).map(
    (step) => step.map((text) => asCalled(cli, text)) as [command: string, what: string],
  );
  const width = Math.max(...steps.map(([command]) => command.length)) + 2;
  for (const [command, what] of steps) say(cli, `  ${command.padEnd(width)}${paint(cli).dim(what)}`);
}

interface Recording {
  readonly state: "on" | "set up" | "planned" | "off" | "skipped";
  readonly files: readonly string[];
}

async function setUp(cli: Cli, { yes, dryRun }: InitOptions): Promise<Recording> {
  const program = thisProgram();
  const plan = planRecording(cli, await chosenHarnesses(cli, undefined), program);
  const files = plan.paths;
  if (!plan.isNeeded) return { state: "on", files: [] };
  if (cli.flags.output === "table")
    for (const path of files) note(cli, `~ ${path} ${paint(cli).dim("will be changed")}`);
  if (dryRun) return { state: "planned", files };
  if (!yes && !isInteractive(cli)) return { state: "off", files: [] };
  if (!(await agrees(cli, plan.question, yes))) return { state: "off", files: [] };
  setUpRecording(cli, plan, program);
  return { state: "set up", files };
}

const SAYS: Readonly<Partial<Record<Recording["state"], string>>> = {
  on: "Session recording was already set up.",
  "set up": "Session recording is set up.",
  off: "Session recording is not set up. To do it later, run: tack doctor",
};

function tellDone(cli: Cli, changes: readonly PlannedFile[], { state }: Recording): void {
  const count = changes.filter(({ change }) => change !== "unchanged").length;
  if (changes.length > 0) say(cli, count === 0 ? "Everything in tack.lock is installed." : `Files changed: ${count}`);
  const says = SAYS[state];
  if (says !== undefined) say(cli, asCalled(cli, says));
}

function stepsFor(isSignedIn: boolean, hasItems: boolean): (readonly [command: string, what: string])[] {
  return [
    ...(isSignedIn ? [] : [["tack login", "sign in, then run tack init again"] as const]),
    ["tack search <words>", "find something for your agent"],
    ["tack install <name>", "install it and pin it in tack.lock"],
    ...(hasItems ? [["tack outdated", "see what has newer versions"] as const] : []),
    ["tack scan", "list what is already here without tack"],
  ];
}
