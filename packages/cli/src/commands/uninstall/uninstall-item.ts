import { note, type Cli } from "../../cli.js";
import { serverOf } from "../../config.js";
import { CliError } from "../../errors.js";
import { openDesk } from "../../install/desk.js";
import { describeFiles, writeDesk } from "../../install/install-item.js";
import { openLocks } from "../../install/lock-desk.js";
import type { LockedItem, Scope } from "../../install/lock-file.js";
import { takeOff } from "../../install/take-off.js";
import { printDone } from "../../output.js";

interface UninstallOptions {
  readonly harness?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  readonly yes?: boolean | undefined;
  readonly followLinks?: boolean | undefined;
}

/**
 * `tack uninstall <item>`: restores the previous state. Files of the item that were changed since are kept and reported;
 * with `--yes` they are removed, and a backup is kept.
 */
export async function uninstallItem(cli: Cli, named: string, options: UninstallOptions): Promise<void> {
  const locks = openLocks(cli, serverOf(cli));
  const rows = chosen(locks.find(named), named, options);
  const desk = openDesk(cli, options);
  const kept = rows.flatMap((row) => takeOff(cli, { desk, locks }, row, options.yes === true));
  for (const path of kept)
    note(cli, `! ${path} was changed after it was installed. It is kept and no longer managed by tack.`);
  const [first] = rows;
  const name = first?.qualified_name ?? named;
  await writeDesk(cli, { desk, locks }, { overwrites: [], yes: options.yes, question: `Uninstall ${name}?` });
  printDone(cli, `Uninstalled ${name} from ${rows.map(({ harness }) => harness).join(", ")}`, {
    items: rows,
    changes: describeFiles(desk),
    kept,
  });
}

function chosen(
  found: readonly LockedItem[],
  named: string,
  { harness: harnesses, scope }: UninstallOptions,
): LockedItem[] {
  const rows = found.filter(
    (row) => (harnesses?.includes(row.harness) ?? true) && (scope === undefined || row.scope === scope),
  );
  const names = new Set(rows.map(({ type, qualified_name }) => `${type}:${qualified_name}`));
  if (names.size === 0) {
    throw new CliError("not_found", `${named} is not in the tack.lock of this project or of your user.`, {
      resource: named,
      remediation: "List what is installed: tack verify",
    });
  }
  if (names.size > 1) {
    throw new CliError("conflict", `${named} is ambiguous: ${[...names].join(", ")}.`, {
      resource: named,
      remediation: `Add the kind: tack uninstall ${[...names][0] ?? named}`,
    });
  }
  return rows;
}
