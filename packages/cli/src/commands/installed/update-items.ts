import { openApi } from "../../api/client.js";
import { note, type Cli } from "../../cli.js";
import { usageError } from "../../errors.js";
import { updateItems, type InstallOptions } from "../../install/install-item.js";
import { chooseHarnesses } from "../../install/harnesses-here.js";
import { parseItem } from "../../install/find-item.js";
import { openLocks } from "../../install/lock-desk.js";
import type { LockedItem } from "../../install/lock-file.js";
import { oneLocked } from "../../install/one-locked.js";
import { placeAsTyped } from "../../install/place-item.js";
import { printJson } from "../../output.js";
import { oneLine } from "../../printable.js";
import { latestOf } from "../outdated/list-outdated.js";

/** `tack update [items…]`: what `tack outdated` lists, or the named ones of it. */
export async function updateInstalled(cli: Cli, names: readonly string[], options: InstallOptions): Promise<void> {
  const api = openApi(cli);
  const locks = openLocks(cli, api.server);
  const harnesses = options.harness ? await chooseHarnesses(cli, { given: options.harness, locked: [] }) : undefined;
  const given = placeAsTyped(options);
  const isMeant = ({ harness, scope }: LockedItem): boolean =>
    (harnesses?.includes(harness) ?? true) && (options.scope === undefined || scope === options.scope);
  const rows =
    names.length === 0
      ? locks.items()
      : names.flatMap((name) => oneLocked(locks.find(nameIn(name, given)), name, { command: "update", given }));
  const outdated: { row: LockedItem; latest: string }[] = [];
  for (const row of new Set(rows.filter(isMeant))) {
    const latest = await latestOf(api, row);
    if (latest === null) {
      note(cli, `! ${oneLine(row.qualified_name)} is no longer in the registry. It stays at ${row.version}.`);
    } else if (latest !== row.version) outdated.push({ row, latest });
  }
  if (outdated.length === 0) {
    if (cli.flags.output === "json") return printJson(cli, { items: [], changes: [], warnings: [] });
    return note(cli, rows.length === 0 ? "Nothing is installed." : "Everything is up to date.");
  }
  for (const { row, latest } of outdated) {
    const { qualified_name: name, version, harness, scope } = row;
    if (cli.flags.output === "table") note(cli, `${oneLine(name)} ${version} → ${latest} in ${harness} (${scope})`);
  }
  await updateItems(cli, outdated, options);
}

/** An update always goes to the latest version. */
function nameIn(typed: string, given: string): string {
  const { version, kind, name } = parseItem(typed);
  if (version !== undefined) {
    throw usageError(
      "tack update installs the latest version.",
      `To install another one, run: tack install ${typed} --update${given}`,
    );
  }
  return kind === undefined ? name : `${kind}:${name}`;
}
