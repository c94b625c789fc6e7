import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { onTestFinished } from "vitest";
import type { Machine } from "../../cli.js";
import { carryOut } from "../carry-out.js";
import { openDesk, type DeskOptions } from "../desk.js";
import type { FileChange } from "../edits.js";
import { changesOf, openLocks, ownerOf } from "../lock-desk.js";
import type { Kind } from "../../kinds.js";
import type { LockedItem, Scope } from "../lock-file.js";
import { planInstall } from "../plan-install.js";
import { filesOfReply, type InstallReply } from "../reply-files.js";
import { takeOff } from "../take-off.js";
import { scopeOfFiles } from "../wanted-files.js";

export type Where = Pick<Machine, "cwd" | "home" | "platform">;

const SERVER = "http://registry.test";

/** A home folder that contains a project, on disk. */
export function makeWorkplace(): Where {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "tack-install-")));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const cwd = join(home, "work", "shop");
  mkdirSync(cwd, { recursive: true });
  return { cwd, home, platform: "linux" };
}

export const placeIn = ({ cwd, home }: Where, path: string): string =>
  path.startsWith("~/") ? join(home, path.slice(2)) : join(cwd, path);

export function putFile(where: Where, path: string, content: string | Uint8Array, mode = 0o644): void {
  const file = placeIn(where, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content, { mode });
}

export const getFile = (where: Where, path: string): string => readFileSync(placeIn(where, path), "utf8");

/** All files and folders with their bytes and permissions, except tack's own. */
export function treeOf({ home }: Where): Record<string, string> {
  const entries: Record<string, string> = {};
  const walk = (folder: string): void => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const at = relative(home, path);
      if (at === ".tackroom") continue;
      const info = lstatSync(path);
      if (info.isSymbolicLink()) {
        entries[at] = `link ${readlinkSync(path)}`;
      } else if (info.isDirectory()) {
        entries[at] = "folder";
        walk(path);
      } else {
        entries[at] = `${(info.mode & 0o777).toString(8)} ${readFileSync(path).toString("latin1")}`;
      }
    }
  };
  walk(home);
  return entries;
}

export interface Item {
  readonly type: Kind;
  readonly name: string;
  readonly harness: string;
  readonly scope?: Scope;
}

/** What a command would write after the registry has responded. */
export function plannedInstall(
  where: Where,
  items: readonly (readonly [item: Item, reply: InstallReply])[],
  options: DeskOptions = {},
): { readonly changes: readonly FileChange[]; readonly overwrites: readonly string[] } {
  const [desk, locks] = [openDesk(where, options), openLocks(where, SERVER)];
  const overwrites = items.flatMap(([item, reply]) => {
    const files = filesOfReply(where, reply);
    const row = rowOf(item, item.scope ?? scopeOfFiles(files));
    const former = locks.find(row.id, item.type).find(({ harness }) => harness === item.harness);
    const plan = planInstall(desk, { owner: ownerOf(where, row), claim: row, files, locked: former?.files ?? [] });
    locks.put({ ...row, files: plan.rows });
    return plan.overwrites;
  });
  return { changes: changesOf(where, desk, locks), overwrites };
}

export async function install(
  where: Where,
  item: Item,
  reply: InstallReply,
  options: DeskOptions = {},
): Promise<readonly string[]> {
  const { changes, overwrites } = plannedInstall(where, [[item, reply]], options);
  await carryOut(where, changes);
  return overwrites;
}

export async function uninstall(
  where: Where,
  item: Item,
  force = false,
  options: DeskOptions = {},
): Promise<readonly string[]> {
  const [desk, locks] = [openDesk(where, options), openLocks(where, SERVER)];
  const kept = locks
    .find(`ada/${item.name}`, item.type)
    .filter(({ harness }) => harness === item.harness)
    .flatMap((row) => takeOff(where, { desk, locks }, row, force));
  await carryOut(where, changesOf(where, desk, locks));
  return kept;
}

export const lockedItems = (where: Where): readonly LockedItem[] => openLocks(where, SERVER).items();

const rowOf = ({ type, name, harness }: Item, scope: Scope): Omit<LockedItem, "files"> => ({
  type,
  id: `00000000-0000-4000-8000-${Buffer.from(name).toString("hex").padStart(12, "0").slice(-12)}`,
  qualified_name: `ada/${name}`,
  version: "1.0.0",
  version_id: "00000000-0000-4000-8000-000000000001",
  digest: "sha256:00",
  harness,
  scope,
});
