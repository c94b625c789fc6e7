import { openApi, type Api } from "../../api/client.js";
import { asCalled } from "../../called-as.js";
import { note, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { getListing, isYanked } from "../../install/ask-registry.js";
import { openLocks } from "../../install/lock-desk.js";
import type { LockedItem } from "../../install/lock-file.js";
import { printList } from "../../output.js";
import { paint } from "../../paint.js";

/** `tack outdated` */
export async function listOutdated(cli: Cli, { all }: { readonly all?: boolean | undefined }): Promise<void> {
  const api = openApi(cli);
  const rows: Row[] = [];
  for (const item of openLocks(cli, api.server).items()) rows.push(await compared(api, item));
  const items = rows.filter(({ installed, latest }) => all || latest !== installed);
  printList(
    cli,
    { items, total: items.length },
    [
      { title: "TYPE", of: ({ type }) => type },
      { title: "ITEM", of: (row) => row.qualified_name },
      { title: "HARNESS", of: ({ harness }) => harness },
      { title: "SCOPE", of: ({ scope }) => scope },
      { title: "INSTALLED", of: ({ installed }) => installed },
      { title: "LATEST", of: ({ latest }) => latest ?? "not in the registry" },
      { title: "NOTE", of: ({ installed, yanked }) => (yanked ? `${installed} is yanked` : "") },
    ],
    rows.length === 0 ? "Nothing is installed." : "Everything is up to date.",
  );
  if (cli.flags.output === "json" || !items.some(({ latest, installed }) => latest !== null && latest !== installed))
    return;
  note(cli, paint(cli).dim(asCalled(cli, "Update everything: tack update    Only one: tack update <item>")));
}

interface Row {
  readonly type: string;
  readonly qualified_name: string;
  readonly harness: string;
  readonly scope: string;
  readonly installed: string;
  /** Null when the item was deleted or is no longer visible to the caller. */
  readonly latest: string | null;
  /** The installed version; then the latest one may be a lower one. */
  readonly yanked: boolean;
}

const compared = async (api: Api, item: LockedItem): Promise<Row> => {
  const { type, qualified_name, harness, scope, version } = item;
  const latest = await latestOf(api, item);
  const yanked = latest !== null && latest !== version && (await isYanked(api, item));
  return { type, qualified_name, harness, scope, installed: version, latest, yanked };
};

export async function latestOf(api: Api, { type, id }: Pick<LockedItem, "type" | "id">): Promise<string | null> {
  try {
    return (await getListing(api, type, id)).version;
  } catch (error) {
    if (error instanceof CliError && error.category === "not_found") return null;
    throw error;
  }
}
