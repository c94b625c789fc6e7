import { asTyped } from "../../called-as.js";
import { note, type Cli } from "../../cli.js";
import { serverOf } from "../../config.js";
import { checkFiles } from "../../install/check-files.js";
import { openDesk } from "../../install/desk.js";
import { chooseHarnesses } from "../../install/harnesses-here.js";
import { openLocks } from "../../install/lock-desk.js";
import type { LockedItem, Scope } from "../../install/lock-file.js";
import type { LinkOptions } from "../../install/places.js";
import { oneLocked } from "../../install/one-locked.js";
import { takeOff } from "../../install/take-off.js";
import { describeFiles, DRY_RUN, writeDesk } from "../../install/write-desk.js";
import { printDone, printJson } from "../../output.js";

interface UninstallOptions {
  readonly harness?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  readonly yes?: boolean | undefined;
  readonly keepChanged?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
  readonly followLinks?: boolean | undefined;
}

/**
 * `tack uninstall <item>`: restores the previous state. Files of the item that were changed since are kept and reported;
 * with `--yes` they are removed and named, and a backup is kept, unless `--keep-changed` is passed too.
 */
export async function uninstallItem(cli: Cli, named: string, options: UninstallOptions): Promise<void> {
  const locks = openLocks(cli, serverOf(cli));
  const harnesses = options.harness ? await chooseHarnesses(cli, { given: options.harness, locked: [] }) : undefined;
  const rows = chosen(locks.find(named), named, options, harnesses);
  const desk = openDesk(cli, options);
  const force = options.yes === true && options.keepChanged !== true;
  const changed = force ? changedFiles(cli, rows, locks.items(), options) : [];
  const kept = rows.flatMap((row) => takeOff(cli, { desk, locks }, row, force));
  for (const each of changed) note(cli, `! ${each}. It is removed, and a backup is kept in ~/.tackroom/backups.`);
  for (const path of kept)
    note(cli, `! ${path} was changed after it was installed. It is kept and no longer managed by tack.`);
  const [first] = rows;
  const name = first?.qualified_name ?? named;
  const { yes, dryRun } = options;
  await writeDesk(cli, { desk, locks }, { overwrites: [], yes, dryRun, question: `Uninstall ${name}?` });
  const result = { items: rows, changes: describeFiles(desk), kept, ...(dryRun ? { dry_run: true } : {}) };
  if (dryRun) return cli.flags.output === "json" ? printJson(cli, result) : note(cli, DRY_RUN);
  printDone(cli, `Uninstalled ${name} from ${rows.map(({ harness }) => harness).join(", ")}`, result);
}

/** Messages about what the user, or another program, has changed. */
const changedFiles = (
  cli: Cli,
  rows: readonly LockedItem[],
  locked: readonly LockedItem[],
  options: LinkOptions,
): string[] =>
  rows.flatMap((row) =>
    checkFiles(cli, row, locked, options).flatMap(({ status, problem }) =>
      status === "changed" && problem !== undefined ? [problem] : [],
    ),
  );

function chosen(
  found: readonly LockedItem[],
  named: string,
  { harness, scope, followLinks }: UninstallOptions,
  harnesses: readonly string[] | undefined,
): readonly LockedItem[] {
  return oneLocked(
    found.filter((row) => (harnesses?.includes(row.harness) ?? true) && (scope === undefined || row.scope === scope)),
    named,
    { command: "uninstall", given: asTyped({ harness, scope, followLinks }) },
  );
}
