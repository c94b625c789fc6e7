import { typeOfKind } from "@tackroom/contract";
import { notify } from "../../inbox/index.js";
import type { Tx } from "../../platform/relational/tx.js";
import { membersOf } from "../../teams/index.js";
import { qualifiedName } from "../access/find-item.js";
import { coAuthorsOf } from "../stores/co-author-store.js";
import { installersBelow } from "../stores/installed-store.js";
import type { Item } from "../stores/item-store.js";
import { findLatest, type Version } from "../stores/version-store.js";

interface Release {
  readonly item: Item;
  readonly version: Version;
  /** Those who made the release, who know of it. */
  readonly by: readonly (string | null)[];
}

/** Tells those who have a lower version of an item that an install gets a higher one now. */
export async function tellInstallers(tx: Tx, { item, version, by }: Release): Promise<void> {
  // A release below the latest version, such as a fix of an old line, is not what an install gets.
  if ((await findLatest(tx, item.id))?.id !== version.id) return;
  const among = await whoMaySee(tx, item);
  const installers = await installersBelow(tx, { itemId: item.id, precedence: version.precedence, among });
  await notify(tx, {
    userIds: installers.filter((id) => !by.includes(id)),
    kind: "update.available",
    title: `${qualifiedName(item)} ${version.version} is available`,
    text: version.changelog ?? "You installed an earlier version.",
    path: `/registry/${typeOfKind(item.kind)}/${item.namespace}/${item.slug}`,
    dedupeKey: `update:${version.id}`,
  });
}

/** Undefined is everybody. */
async function whoMaySee(tx: Tx, item: Item): Promise<string[] | undefined> {
  if (item.visibility === "public") return undefined;
  if (item.visibility === "team") return item.team_id === null ? [] : membersOf(tx, item.team_id);
  return [...(item.owner_id === null ? [] : [item.owner_id]), ...(await coAuthorsOf(tx, item.id))];
}
