import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { createKeyedMutex } from "../platform/concurrency.js";
import type { GitIn } from "../platform/git/index.js";
import { newId } from "../platform/ids.js";
import type { Db } from "../platform/relational/tx.js";
import { listPackPieces, readPackPiece, type StoredRepository } from "./repository-store.js";

const MAIN = "refs/heads/main";
/** Not shown to clients. */
export const OWN_REFS = "refs/tackroom";

/** A repository on this machine's disk, which stays while someone uses it. */
export interface Copy {
  readonly directory: string;
  release(): void;
}

/** Another process has begun the history anew, or joined its packs, since the repository was looked for. */
export class Replaced extends Error {}

/** Once more, if what was found has been replaced meanwhile. */
export async function unlessReplaced<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Replaced)) throw error;
    return work();
  }
}

type Wanted = Pick<StoredRepository, "key" | "generation" | "head" | "pack_number">;

/** The repositories that this process has on its disk. The store has all of them: what is lost here is fetched again. */
export interface LocalCopies {
  /** With everything that the stored repository has, or newer. Throws `Replaced` if the store does not have it any more. */
  open(repository: Wanted): Promise<Copy>;
  /** Begins a repository that the store does not have yet. */
  begin(generation: string): Promise<Copy>;
  /** What was just stored is here already. */
  advance(repository: Wanted): Promise<void>;
  close(): Promise<void>;
}

interface Kept {
  readonly directory: string;
  /** The number of the last pack that it has; null while it has none. */
  loaded: { number: number; head: string } | null;
  users: number;
  usedAt: number;
}

const MAX_COPIES = 100;
/** Small packs make fetches slow. */
const MAX_LOADED_PACKS = 40;
const LEFT_BEHIND_AFTER_MS = 7 * 24 * 60 * 60_000;

interface Options {
  readonly db: Db;
  readonly git: GitIn;
  readonly dataDir: string;
  /** Whether this process alone uses the data directory: what is left in it was left by a process that died. */
  readonly ownsDirectory: boolean;
}

export async function openLocalCopies({ db, git, dataDir, ownsDirectory }: Options): Promise<LocalCopies> {
  const parent = join(dataDir, "marketplace");
  if (ownsDirectory) await rm(parent, { recursive: true, force: true });
  // Of its own, because two processes may share the data directory, and each remembers what is in its copies.
  const root = join(parent, newId());
  const kept = new Map<string, Kept>();
  /** Not lent any more, and removed when nobody uses it. */
  const left = new Set<Kept>();
  const inTurn = createKeyedMutex();
  const keep = async (generation: string): Promise<Kept> => {
    const copy = kept.get(generation) ?? (await makeCopy(git, parent, root));
    kept.set(generation, copy);
    return copy;
  };
  const bringUp = async (copy: Kept, repository: Wanted): Promise<void> => {
    if (copy.loaded?.head === repository.head) copy.loaded.number = repository.pack_number;
    if ((copy.loaded?.number ?? 0) >= repository.pack_number) return;
    await load({ db, git }, copy, repository);
    await moveTo(git, copy, repository);
  };
  return {
    open: (repository) =>
      inTurn.run(repository.generation, async () => {
        await removeUnused(left);
        const copy = await keep(repository.generation);
        const lent = lend(copy);
        try {
          await bringUp(copy, repository);
          makeRoom(kept, left);
          return lent;
        } catch (error) {
          lent.release();
          // Whatever is in it now, the next request begins with an empty one.
          kept.delete(repository.generation);
          left.add(copy);
          throw error;
        }
      }),
    begin: async (generation) => lend(await keep(generation)),
    advance: (repository) =>
      inTurn.run(repository.generation, async () => {
        const copy = kept.get(repository.generation);
        if (copy && (copy.loaded?.number ?? 0) < repository.pack_number) await moveTo(git, copy, repository);
      }),
    close: () => rm(root, { recursive: true, force: true }),
  };
}

async function makeCopy(git: GitIn, parent: string, root: string): Promise<Kept> {
  // Never a folder that was there before: it may still be on its way out.
  const directory = join(root, `${newId()}.git`);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await utimes(root, new Date(), new Date());
  await removeLeftBehind(parent);
  try {
    await git.run(directory, ["init", "--bare", "--quiet", "--initial-branch=main", directory]);
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
  return { directory, loaded: null, users: 0, usedAt: Date.now() };
}

function lend(copy: Kept): Copy {
  copy.users += 1;
  copy.usedAt = Date.now();
  let isOut = true;
  return {
    directory: copy.directory,
    release: () => {
      if (isOut) copy.users -= 1;
      isOut = false;
    },
  };
}

/** The longest unused go first. */
function makeRoom(kept: Map<string, Kept>, left: Set<Kept>): void {
  const unused = [...kept].filter(([, { users }]) => users === 0).toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
  for (const [generation, copy] of unused.slice(0, Math.max(0, kept.size - MAX_COPIES))) {
    kept.delete(generation);
    left.add(copy);
  }
}

async function removeUnused(left: Set<Kept>): Promise<void> {
  for (const copy of [...left].filter(({ users }) => users === 0)) {
    left.delete(copy);
    await rm(copy.directory, { recursive: true, force: true });
  }
}

async function moveTo(git: GitIn, copy: Kept, { head, pack_number: number }: Wanted): Promise<void> {
  await git.run(copy.directory, ["update-ref", MAIN, head]);
  copy.loaded = { number, head };
}

/** Takes in the packs that are missing; the first may begin with all that was in those before it. */
async function load({ db, git }: { db: Db; git: GitIn }, { directory, loaded }: Kept, wanted: Wanted): Promise<void> {
  const { key, generation } = wanted;
  const pieces = await listPackPieces(db, { key, generation, number: loaded?.number ?? 0 });
  const numbers = [...new Set(pieces.map(({ number }) => number))].filter((number) => number <= wanted.pack_number);
  if (numbers.at(-1) !== wanted.pack_number) throw new Replaced("the packs of the marketplace have been replaced");
  for (const number of numbers) {
    const input = readPieces(
      db,
      pieces.filter((piece) => piece.number === number).map((at) => ({ key, generation, ...at })),
    );
    await git.run(directory, ["index-pack", "--stdin", "--fix-thin", "--threads=1"], { input });
  }
  await packWell(git, directory);
}

async function* readPieces(db: Db, places: readonly Parameters<typeof readPackPiece>[1][]): AsyncGenerator<Uint8Array> {
  for (const place of places) {
    const bytes = await readPackPiece(db, place);
    if (!bytes) throw new Replaced("a pack of the marketplace was replaced while it was read");
    yield bytes;
  }
}

async function packWell(git: GitIn, directory: string): Promise<void> {
  const packs = (await readdir(join(directory, "objects", "pack"))).filter((name) => name.endsWith(".pack"));
  if (packs.length > MAX_LOADED_PACKS) await git.run(directory, ["repack", "-a", "-d", "-q", "--threads=1"]);
}

async function removeLeftBehind(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (changed < Date.now() - LEFT_BEHIND_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
}
