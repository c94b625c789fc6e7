import { openApi } from "../../api/client.js";
import { asTyped } from "../../called-as.js";
import type { Cli } from "../../cli.js";
import { usageError } from "../../errors.js";
import { findItem } from "../../install/find-item.js";
import { placeAsTyped } from "../../install/place-item.js";
import { installItems, installLocked, type InstallOptions, type ToInstall } from "../../install/install-item.js";

/** `tack install [items…]` */
export async function installNamed(cli: Cli, names: readonly string[], options: InstallOptions): Promise<void> {
  if (names.length === 0) {
    if (options.update || options.itemVersion !== undefined) {
      throw usageError(
        "Without a name, tack install installs exactly what tack.lock records.",
        `To change the pins, run: tack update${placeAsTyped(options)}`,
      );
    }
    return installLocked(cli, options);
  }
  if (names.length > 1 && options.itemVersion !== undefined) {
    throw usageError("--item-version applies to one item.", `Add the version to each name: ${names[0]}@1.0.0`);
  }
  const api = openApi(cli);
  const { update, itemVersion } = options;
  const given = `${asTyped({ update, itemVersion })}${placeAsTyped(options)}`;
  const items: ToInstall[] = [];
  for (const name of names) {
    const { kind, id, version } = await findItem(api, name, "install", given);
    items.push({ kind, item: id, version });
  }
  await installItems(cli, items, options);
}
