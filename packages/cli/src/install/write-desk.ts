import { consent } from "../ask.js";
import { isInteractive, note, type Cli } from "../cli.js";
import { CliError } from "../errors.js";
import { carryOut } from "./carry-out.js";
import type { Desk } from "./desk.js";
import { changesOf, type LockDesk } from "./lock-desk.js";
import { changeOf, showDone, showPlan, type PlannedFile } from "./show-plan.js";

interface Asked {
  /** Content that is not ours, or was changed, and that the plan replaces. */
  readonly overwrites: readonly string[];
  readonly yes: boolean | undefined;
  /** Shows the plan and writes nothing. */
  readonly dryRun: boolean | undefined;
  readonly question: string;
}

/** Shows the changes, asks for confirmation, and applies them. */
export async function writeDesk(
  cli: Cli,
  { desk, locks }: { readonly desk: Desk; readonly locks: LockDesk },
  { overwrites, yes, dryRun, question }: Asked,
): Promise<void> {
  const changes = changesOf(cli, desk, locks);
  if (changes.length === 0) return;
  const isAsked = isInteractive(cli) && !yes;
  showPlan(cli, desk.files(), { withContent: isAsked });
  if (dryRun || isAsked) for (const overwrite of overwrites) note(cli, `! Replaces ${overwrite}`);
  if (dryRun) return;
  if (overwrites.length > 0 && !yes && !isAsked) throw wouldOverwrite(overwrites);
  if (desk.files().some((file) => changeOf(file) !== "unchanged")) await consent(cli, question, yes);
  await carryOut(cli, changes);
  showDone(cli, desk.files());
}

const wouldOverwrite = (overwrites: readonly string[]): CliError =>
  new CliError("conflict", `This would overwrite existing content:\n  ${overwrites.join("\n  ")}`, {
    remediation: "Rename or remove it, or overwrite it with --yes. A backup is kept in ~/.tackroom/backups",
    detail: overwrites,
  });

/** The change of each file, for JSON output. */
export const describeFiles = (desk: Desk): PlannedFile[] =>
  desk.files().map((file) => ({ path: file.given, change: changeOf(file) }));

/** What a command would have done, in the words of its result. */
export const DRY_RUN = "Dry run: nothing was changed.";
