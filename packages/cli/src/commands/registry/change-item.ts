import { openApi } from "../../api/client.js";
import { consent } from "../../ask.js";
import type { Cli } from "../../cli.js";
import { printDone } from "../../output.js";
import { callOf, type Kind } from "../../kinds.js";

/** `tack registry <kind> archive` */
export function archiveOf(kind: Kind) {
  return async (cli: Cli, item: string, { undo }: { readonly undo?: boolean }): Promise<void> => {
    const operation = callOf(kind, undo ? "unarchiveItem" : "archiveItem");
    const state = await openApi(cli).call(operation, { params: { id: item } });
    printDone(cli, `${undo ? "Unarchived" : "Archived"} ${item}.`, state);
  };
}

/** `tack registry <kind> delete` */
export function deleteOf(kind: Kind) {
  return async (cli: Cli, item: string, { yes }: { readonly yes?: boolean }): Promise<void> => {
    await consent(cli, `Delete ${item} permanently?`, yes);
    const deleted = await openApi(cli).call(callOf(kind, "deleteItem"), { params: { id: item } });
    printDone(cli, `Deleted ${deleted.name}.`, deleted);
  };
}
