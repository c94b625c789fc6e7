import { createHash } from "node:crypto";
import type { Log } from "../platform/log.js";
import type { Db } from "../platform/relational/tx.js";
import type { KnownEntry } from "./core/known-entry.js";
import { type Passage, passagesOf, passageVectors } from "./core/passages.js";
import type { EmbedderChoice } from "./embedder/choose-embedder.js";
import type { Embedder } from "./embedder/embedder.js";
import { findVectors, forgetVectors, keepVectors } from "./entry-vector-store.js";

export interface EntryVectorsDeps {
  readonly db: Db;
  readonly log: Log;
  readonly embedders: Pick<EmbedderChoice, "current">;
  /** Takes the vectors of an entry into the index, which has them since a time by `clock`. */
  readonly found: (id: string, vectors: readonly Float32Array[], since: number) => void;
}

/** A question whose vector is being made. */
export interface AskedText {
  readonly text: string;
  readonly embedder: Embedder | undefined;
  readonly vector: Promise<Float32Array | undefined>;
}

interface Wanted {
  readonly id: string;
  readonly passages: readonly Passage[];
  readonly digest: string;
}

const READ_AT_ONCE = 500;
const MADE_AT_ONCE = 16;
const MADE_AT_ONCE_IN_BULK = 64;
/** A search waits for these, a second or two: what gets its vector between two pages may change its place. */
const FEW = 100;
const PAUSE_AFTER_FAILURE_MS = 10_000;

/** The vectors by which entries are found by meaning: made once, kept in the store, and held by the index. */
export class EntryVectors {
  readonly #deps: EntryVectorsDeps;
  readonly #wanted = new Map<string, Wanted>();
  #embedder: Embedder | undefined;
  #making: Promise<void> | undefined;
  #pausedUntil = 0;
  #isClosed = false;

  constructor(deps: EntryVectorsDeps) {
    this.#deps = deps;
  }

  /** Whether another model is used from now on, whose vectors are not to be compared with those before. */
  async changesModel(): Promise<boolean> {
    const before = this.#embedder;
    try {
      this.#embedder = await this.#deps.embedders.current();
    } catch (error) {
      this.#embedder = undefined;
      this.#pause(error);
    }
    return before !== undefined && before !== this.#embedder;
  }

  /**
   * Sees to the vectors of entries that are new or changed. Few are there when it returns; many are made in the
   * background, and until then those entries are found by their words. What is kept already is there `since` then.
   */
  async follow(entries: readonly KnownEntry[], since?: number): Promise<void> {
    const changed = entries.map(wantedOf);
    for (const entry of changed) this.#wanted.set(entry.id, entry);
    for (let at = 0; at < changed.length && !this.#isClosed; at += READ_AT_ONCE) {
      await this.#read(changed.slice(at, at + READ_AT_ONCE), since);
    }
    if (this.#wanted.size === 0 || !this.isAvailable || this.#isClosed) return;
    this.#making ??= this.#makeAll();
    if (this.#wanted.size <= FEW) await this.#making;
  }

  /** How many entries are found by their words only. */
  get missing(): number {
    return this.#wanted.size;
  }

  /** False while nothing makes vectors, and searches go by words. */
  get isAvailable(): boolean {
    return this.#embedder !== undefined && Date.now() >= this.#pausedUntil;
  }

  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#wanted.delete(id);
    await forgetVectors(this.#deps.db, ids);
  }

  /** Begins to make the vector of a question, for which the store need not be waited for. */
  begin(text: string): AskedText {
    const embedder = this.isAvailable ? this.#embedder : undefined;
    return { text, embedder, vector: this.#vectorBy(embedder, text) };
  }

  /** Undefined when none can be made now: the search goes on by words. */
  async ofQuery({ text, embedder, vector }: AskedText): Promise<Float32Array | undefined> {
    if (!this.isAvailable) return undefined;
    // Meanwhile it may have become known which model is used, or another one is.
    return embedder === this.#embedder ? vector : this.#vectorBy(this.#embedder, text);
  }

  async #vectorBy(embedder: Embedder | undefined, text: string): Promise<Float32Array | undefined> {
    try {
      return (await embedder?.embed([text]))?.[0];
    } catch (error) {
      this.#pause(error);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#making;
  }

  async #makeAll(): Promise<void> {
    try {
      while (this.#wanted.size > 0 && !this.#isClosed) {
        const isBulk = this.#wanted.size > FEW;
        const next = [...first(this.#wanted.values(), isBulk ? MADE_AT_ONCE_IN_BULK : MADE_AT_ONCE)];
        // Another process may have made them meanwhile.
        await this.#read(next);
        await this.#make(
          next.filter((entry) => this.#wanted.get(entry.id) === entry),
          isBulk,
        );
      }
    } catch (error) {
      this.#pause(error);
    } finally {
      this.#making = undefined;
    }
  }

  /** Nothing is asked of it for a while, so that searches by words do not wait for it each time. */
  #pause(error: unknown): void {
    if (Date.now() < this.#pausedUntil || this.#isClosed) return;
    this.#pausedUntil = Date.now() + PAUSE_AFTER_FAILURE_MS;
    this.#deps.log.warn({ err: error }, "embeddings are unavailable; searches fall back to keywords");
  }

  async #read(entries: readonly Wanted[], since?: number): Promise<void> {
    if (!this.#embedder) return;
    const { model } = this.#embedder;
    const asked = new Map(entries.map((entry) => [entry.id, entry]));
    for (const { key, digest, vectors } of await findVectors(this.#deps.db, model, [...asked.keys()])) {
      const entry = asked.get(key);
      if (entry?.digest === digest) this.#found(entry, unpack(vectors, entry.passages.length), since);
    }
  }

  async #make(entries: readonly Wanted[], isBulk: boolean): Promise<void> {
    const embedder = this.#embedder;
    if (entries.length === 0 || !embedder) return;
    const { model } = embedder;
    const passages = entries.flatMap((entry) => entry.passages);
    const texts = passages.flatMap((passage) => passage.texts);
    const vectors = passageVectors(passages, await (isBulk ? embedder.embedInBulk(texts) : embedder.embed(texts)));
    let at = 0;
    const made = entries.map((entry) => ({ entry, vectors: vectors.slice(at, (at += entry.passages.length)) }));
    await keepVectors(
      this.#deps.db,
      model,
      made.map(({ entry: { id, digest }, vectors: own }) => ({ key: id, digest, vectors: pack(own) })),
    );
    for (const { entry, vectors: own } of made) this.#found(entry, own);
  }

  /** It may have changed while its vectors were made or read; then others are on their way. */
  #found(entry: Wanted, vectors: readonly Float32Array[], since = clock()): void {
    if (this.#wanted.get(entry.id) !== entry) return;
    this.#wanted.delete(entry.id);
    this.#deps.found(entry.id, vectors, since);
  }
}

/** Finer than a millisecond, in which a search and the next vectors may come together; comparable between processes. */
export const clock = (): number => performance.timeOrigin + performance.now();

function wantedOf(entry: KnownEntry): Wanted {
  const passages = passagesOf(entry);
  return { id: entry.id, passages, digest: createHash("sha256").update(JSON.stringify(passages)).digest("hex") };
}

function* first<T>(values: Iterable<T>, most: number): Generator<T> {
  let taken = 0;
  for (const value of values) {
    if (taken === most) return;
    taken += 1;
    yield value;
  }
}

function pack(vectors: readonly Float32Array[]): Buffer {
  return Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

function unpack(bytes: Buffer, count: number): Float32Array[] {
  const length = bytes.length / 4 / count;
  // A copy: what the driver hands out need not begin where a float may.
  const floats = new Float32Array(new Uint8Array(bytes).buffer);
  return Array.from({ length: count }, (_, at) => floats.slice(at * length, (at + 1) * length));
}
