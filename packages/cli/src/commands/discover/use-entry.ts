import type { Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { installItem, type InstallOptions } from "../../install/install-item.js";
import { KINDS } from "../../kinds.js";
import { findEntry, type NamedBy } from "./find-entry.js";

/** `tack discover use <entry>`: installs a search result into a harness. */
export async function useEntry(cli: Cli, name: string, options: NamedBy & InstallOptions): Promise<void> {
  const entry = await findEntry(cli, name, options);
  const kind = KINDS.find((each) => each === entry["obs:kind"]);
  const id = entry.identifier.split(":").at(-1);
  if (!kind || id === undefined) {
    throw new CliError("validation", `${entry.displayName} comes from another registry and is not approved here.`, {
      resource: entry.identifier,
      remediation: `Review it${entry.url === undefined ? "" : ` at ${entry.url}`}, and submit it here if you trust it: tack registry mcp submit`,
    });
  }
  await installItem(cli, kind, id, options);
}
