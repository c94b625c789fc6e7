import { CliError } from "../errors.js";
import type { LockedItem } from "./lock-file.js";

/** The rows of the one installed item that was meant; a name can stand for several. `given` are the options that a hint repeats. */
export function oneLocked(
  rows: readonly LockedItem[],
  named: string,
  { command, given }: { readonly command: string; readonly given: string },
): readonly LockedItem[] {
  const names = [...new Set(rows.map(({ type, qualified_name }) => `${type}:${qualified_name}`))];
  if (names.length === 0) {
    throw new CliError("not_found", `${named} is not in the tack.lock of this project or of your user.`, {
      resource: named,
      remediation: "List what is installed: tack list",
    });
  }
  if (names.length > 1) {
    throw new CliError("conflict", `${named} is ambiguous: ${names.join(", ")}.`, {
      resource: named,
      remediation: `Add the kind: tack ${command} ${names[0] ?? named}${given}`,
    });
  }
  return rows;
}
