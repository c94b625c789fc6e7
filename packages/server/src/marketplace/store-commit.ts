import type { KeyedMutex } from "../platform/concurrency.js";
import type { GitIn } from "../platform/git/index.js";
import { newId } from "../platform/ids.js";
import type { Platform } from "../platform/platform.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import { OWN_REFS, Replaced, type LocalCopies } from "./local-copies.js";
import {
  countPacks,
  dropPacks,
  insertPackPiece,
  insertRepository,
  moveRepository,
  type PackPlace,
  type StoredRepository,
} from "./repository-store.js";

interface StoreDeps {
  readonly db: Db;
  readonly transaction: Platform["relational"]["transaction"];
  readonly git: GitIn;
  readonly copies: LocalCopies;
}

/** What a build knows of its new head. */
export type NewHead = Omit<StoredRepository, "pack_number" | "commits">;

const PIECE_BYTES = 4 * 1024 * 1024;
/** More are joined into one: a replica that begins would read each of them. */
const MAX_PACKS = 20;

/** Another process has moved the repository since this one looked. */
class Overtaken extends Error {}

const MAX_TRIES = 5;

/** One build of a repository at a time here; another process that was first is believed, and what it made is looked at. */
export function buildInTurn<T>(
  { builds }: { readonly builds: KeyedMutex },
  key: string,
  build: () => Promise<T>,
): Promise<T> {
  return builds.run(key, async () => {
    for (let tries = 1; ; tries++) {
      try {
        return await build();
      } catch (error) {
        const hasMoved = error instanceof Overtaken || error instanceof Replaced;
        if (!hasMoved || tries === MAX_TRIES) throw error;
      }
    }
  });
}

/** Stores a commit that is in the directory, with what git needs beyond the commit before it. */
export async function storeCommit(
  deps: StoreDeps,
  directory: string,
  before: StoredRepository | undefined,
  next: NewHead,
): Promise<StoredRepository> {
  const follows = before?.generation === next.generation ? before : undefined;
  const pack = await packOf(deps.git, directory, next.head, follows?.head);
  const stored: StoredRepository = {
    ...next,
    pack_number: (follows?.pack_number ?? 0) + 1,
    commits: (follows?.commits ?? 0) + 1,
  };
  const { key, generation, pack_number: number } = stored;
  await deps.transaction(async (tx) => {
    if (before) {
      if (!(await moveRepository(tx, before, stored))) throw new Overtaken();
      if (!follows) await dropPacks(tx, { ...before, number: before.pack_number });
    } else if (!(await insertRepository(tx, stored))) {
      throw new Overtaken();
    }
    await insertPack(tx, { key, generation, number }, pack);
  });
  await deps.copies.advance(stored);
  return joinPacks(deps, directory, stored);
}

const packOf = (git: GitIn, directory: string, head: string, base: string | undefined): Promise<Buffer> =>
  git.run(directory, ["pack-objects", "--revs", "--thin", "--stdout", "--delta-base-offset", "-q", "--threads=1"], {
    input: base === undefined ? `${head}\n` : `${head}\n^${base}\n`,
  });

async function insertPack(tx: Tx, { key, generation, number }: PackPlace, pack: Buffer): Promise<void> {
  for (let piece = 0; piece * PIECE_BYTES < pack.length; piece++) {
    const bytes = pack.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
    await insertPackPiece(tx, { key, generation, number, piece, bytes });
  }
}

/** One pack of the whole history in place of many; a process that finds it done by another has nothing to do. */
async function joinPacks(deps: StoreDeps, directory: string, stored: StoredRepository): Promise<StoredRepository> {
  if ((await countPacks(deps.db, stored)) <= MAX_PACKS) return stored;
  const pack = await packOf(deps.git, directory, stored.head, undefined);
  const joined = { ...stored, pack_number: stored.pack_number + 1 };
  await deps.transaction(async (tx) => {
    if (!(await moveRepository(tx, stored, { pack_number: joined.pack_number }))) throw new Overtaken();
    await dropPacks(tx, { ...stored, number: stored.pack_number });
    await insertPack(tx, { ...stored, number: joined.pack_number }, pack);
  });
  return joined;
}

/** A commit that is on no branch of clients yet: it becomes the head when it is stored. */
export async function withCommit<T>(
  { git }: Pick<StoreDeps, "git">,
  directory: string,
  write: (ref: string) => AsyncIterable<string | Uint8Array>,
  use: (head: string) => Promise<T>,
): Promise<T> {
  // Until then this holds it, so that nothing that cleans up takes it for rubbish.
  const ref = `${OWN_REFS}/${newId()}`;
  try {
    const printed = await git.run(directory, ["fast-import", "--quiet", "--done", "--force"], { input: write(ref) });
    const head = printed.toString("latin1").trim();
    if (!/^[0-9a-f]{40}$/.test(head)) throw new Error("git fast-import did not tell the name of its commit");
    return await use(head);
  } finally {
    await git.run(directory, ["update-ref", "-d", ref]);
  }
}

export async function treeOf({ git }: Pick<StoreDeps, "git">, directory: string, commit: string): Promise<string> {
  return (await git.run(directory, ["rev-parse", `${commit}^{tree}`])).toString("latin1").trim();
}
