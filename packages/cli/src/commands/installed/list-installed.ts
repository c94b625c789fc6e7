import type { Cli } from "../../cli.js";
import { checkFiles, worstOf } from "../../install/check-files.js";
import { lockPath, readLock, type LockedItem, type Scope } from "../../install/lock-file.js";
import type { LinkOptions } from "../../install/places.js";
import { printList } from "../../output.js";

interface ListOptions extends LinkOptions {
  readonly scope?: Scope | undefined;
}

const FILES = { ok: "as installed", changed: "changed", missing: "missing", refused: "refused" } as const;

/** `tack list`: from the lockfiles and the files alone, so that it works without a server. */
export async function listInstalled(cli: Cli, options: ListOptions): Promise<void> {
  const scopes: readonly Scope[] = options.scope === undefined ? ["project", "user"] : [options.scope];
  const locked = scopes.flatMap((scope) => readLock(lockPath(cli, scope))?.items ?? []);
  const items = locked.map((item) => describe(cli, item, locked, options));
  printList(
    cli,
    { items, total: items.length },
    [
      { title: "TYPE", of: ({ type }) => type },
      { title: "ITEM", of: (item) => item.qualified_name },
      { title: "VERSION", of: ({ version }) => version },
      { title: "HARNESS", of: ({ harness }) => harness },
      { title: "SCOPE", of: ({ scope }) => scope },
      { title: "FILES", of: ({ status }) => FILES[status] },
    ],
    "Nothing is installed by tack. Install something: tack install <name>. See what else is here: tack scan",
  );
}

function describe(cli: Cli, item: LockedItem, locked: readonly LockedItem[], options: LinkOptions) {
  const { type, id, qualified_name, version, digest, harness, scope } = item;
  const files = checkFiles(cli, item, locked, options);
  return { type, id, qualified_name, version, digest, harness, scope, status: worstOf(files), files };
}
