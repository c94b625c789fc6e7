import type { HealthReport } from "@tackroom/contract";
import type { Log } from "../platform/log.js";
import { oneAtATime } from "../platform/one-at-a-time.js";
import type { Db } from "../platform/relational/tx.js";
import { listEntryChanges, listEntryRows, readItemRevision } from "../registry/index.js";
import { readIdentifier } from "./core/identifier.js";
import type { KnownEntry } from "./core/known-entry.js";
import { SearchIndex, type Hit } from "./core/search-index.js";
import type { EmbedderChoice } from "./embedder/choose-embedder.js";
import { type AskedText, clock, EntryVectors } from "./entry-vectors.js";
import { listExternalChanges } from "./external-entry-store.js";
import { knownExternal } from "./known-external.js";
import { knownItem } from "./known-item.js";
import { readRevisions } from "./revision-store.js";

export interface EntryIndexDeps {
  readonly db: Db;
  readonly log: Log;
  readonly embedders: Pick<EmbedderChoice, "current">;
}

export type SearchProgress = NonNullable<HealthReport["search"]>;
type Passes = (entry: KnownEntry) => boolean;

/** Before every question: what was kept when the server started. */
const LONG_AGO = 0;
const ROWS_AT_ONCE = 1000;
const NIL = "00000000-0000-0000-0000-000000000000";

/** Everything that anybody may find, in this process, brought up to date from the store by each question. */
export class EntryIndex {
  readonly #db: Db;
  readonly #entries = new Map<string, KnownEntry>();
  readonly #index = new SearchIndex<KnownEntry>();
  readonly #vectors: EntryVectors;
  #revision: number | undefined;
  #externalRevision = 0;
  #isClosed = false;

  constructor(deps: EntryIndexDeps) {
    this.#db = deps.db;
    this.#vectors = new EntryVectors({ ...deps, found: (...vectors) => this.#index.setVectors(...vectors) });
  }

  /** Reads all there is, so that the first question need not. */
  warm(): Promise<void> {
    return this.#catchUp();
  }

  /** How much of the catalogue is found by meaning. */
  progress(): SearchProgress {
    const [all, missing] = [this.#entries.size, this.#vectors.missing];
    if (this.#revision === undefined) return { state: "indexing", progress: 0 };
    if (missing === 0) return { state: "ready", progress: 1 };
    // Rounded down, so that it is whole only when nothing is missing.
    const progress = Math.floor((1 - missing / Math.max(all, missing)) * 100) / 100;
    return { state: this.#vectors.isAvailable ? "indexing" : "words_only", progress };
  }

  /** Everything that passes, in no order. */
  async list(passes: Passes): Promise<KnownEntry[]> {
    await this.#catchUp();
    return [...this.#entries.values()].filter(passes);
  }

  /** What a search takes. Its vector is made while the store is read, and before it is known who asks. */
  begin(text: string): AskedText {
    return this.#vectors.begin(text);
  }

  /** What is found, and as of when: a next page asks as of the same time. */
  async search(asked: AskedText, passes: Passes, before?: number): Promise<{ hits: Hit<KnownEntry>[]; asOf: number }> {
    await this.#catchUp();
    const { text } = asked;
    const words = this.#index.findWords(text);
    const vector = this.#entries.size > 0 ? await this.#vectors.ofQuery(asked) : undefined;
    const asOf = before ?? clock();
    return { hits: this.#index.search({ text, id: idIn(text), words, vector, asOf }, passes), asOf };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#vectors.close();
  }

  // What was committed before a question was asked is in its answer, so it shares no reading that began before it.
  readonly #catchUp = oneAtATime(async () => {
    if (await this.#vectors.changesModel()) await this.#followAnew();
    this.#revision ??= await this.#readAll();
    const newest = await readRevisions(this.#db);
    if (newest.items > this.#revision) this.#revision = await this.#readChanges(this.#revision);
    if (newest.external > this.#externalRevision) {
      this.#externalRevision = await this.#readExternal(this.#externalRevision);
    }
  });

  async #followAnew(): Promise<void> {
    for (const id of this.#entries.keys()) this.#index.setVectors(id, []);
    await this.#vectors.follow([...this.#entries.values()]);
  }

  async #readAll(): Promise<number> {
    const revision = await readItemRevision(this.#db);
    let last = NIL;
    let count: number;
    do {
      const rows = await listEntryRows(this.#db, last, ROWS_AT_ONCE);
      for (const row of rows) this.#put(knownItem(row));
      last = rows.at(-1)?.id ?? last;
      count = rows.length;
    } while (count === ROWS_AT_ONCE && !this.#isClosed);
    await this.#vectors.follow([...this.#entries.values()], LONG_AGO);
    return revision;
  }

  async #readChanges(after: number): Promise<number> {
    const changes = await listEntryChanges(this.#db, after, ROWS_AT_ONCE);
    await this.#take({
      gone: changes.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : [])),
      changed: changes.flatMap((row) => (row.isDeleted ? [] : [knownItem(row)])),
    });
    const last = changes.at(-1)?.revision ?? after;
    return changes.length < ROWS_AT_ONCE ? last : this.#readChanges(last);
  }

  async #readExternal(after: number): Promise<number> {
    const changes = await listExternalChanges(this.#db, after, ROWS_AT_ONCE);
    await this.#take({
      gone: changes.flatMap(({ identifier, entry }) => (entry ? [] : [identifier])),
      changed: changes.flatMap(({ entry }) => (entry ? [knownExternal(entry)] : [])),
    });
    const last = changes.at(-1)?.revision ?? after;
    return changes.length < ROWS_AT_ONCE ? last : this.#readExternal(last);
  }

  async #take({
    gone,
    changed,
  }: {
    readonly gone: readonly string[];
    readonly changed: readonly KnownEntry[];
  }): Promise<void> {
    for (const id of gone) this.#remove(id);
    for (const entry of changed) this.#put(entry);
    await this.#vectors.forget(gone);
    await this.#vectors.follow(changed);
  }

  #put(entry: KnownEntry): void {
    this.#entries.set(entry.id, entry);
    this.#index.put(entry);
  }

  #remove(id: string): void {
    this.#entries.delete(id);
    this.#index.remove(id);
  }
}

/** People paste the address of an item that they have seen elsewhere. */
function idIn(text: string): string {
  const pasted = text.trim();
  const named = readIdentifier(pasted);
  return named?.is === "item" ? named.id : pasted.toLowerCase();
}
