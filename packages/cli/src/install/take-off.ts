import type { Machine } from "../cli.js";
import type { Desk } from "./desk.js";
import { ownerOf, type LockDesk } from "./lock-desk.js";
import type { LockedItem } from "./lock-file.js";
import { planUninstall } from "./plan-install.js";

/** Removes an install from the desk and its lockfile, and returns the files that are kept because they were changed. */
export function takeOff(
  machine: Pick<Machine, "cwd" | "home">,
  { desk, locks }: { readonly desk: Desk; readonly locks: LockDesk },
  item: LockedItem,
  force: boolean,
): readonly string[] {
  locks.remove(item);
  const others = locks.items().flatMap(({ files }) => files);
  const { kept, inherited } = planUninstall(desk, {
    owner: ownerOf(machine, item),
    claim: item,
    locked: item.files,
    others,
    force,
  });
  locks.leaveToOthers(inherited);
  return kept;
}
