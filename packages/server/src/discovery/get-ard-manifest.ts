import { Answer } from "../platform/http/index.js";
import { VERSION } from "../platform/version.js";
import { listPublicEntries, readItemRevision, type NamePlace, type WhoAsksDeps } from "../registry/index.js";
import { describeEntry, describeRegistry } from "./describe-entry.js";
import { publisherOf, type Publisher } from "./publisher.js";

const ROWS_AT_ONCE = 500;
/** A larger one is written anew for each request rather than kept. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;
const HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "public, max-age=300" };

interface Kept {
  /** All that it depends on. */
  readonly basis: string;
  readonly bytes: Buffer;
}

/** The manifest, as anyone sees it who is not signed in. The last one is kept for as long as nothing changes. */
export function createManifest({ db, settings }: WhoAsksDeps): () => Promise<Answer<Uint8Array>> {
  let kept: Kept | undefined;
  return async () => {
    const publisher = publisherOf(settings);
    const isOpen = settings.get("deployment.public_registry_enabled");
    const basis = JSON.stringify([publisher, isOpen && (await readItemRevision(db))]);
    if (kept?.basis === basis) return new Answer(kept.bytes, { headers: HEADERS });
    const chunks: string[] = [];
    for await (const chunk of manifestChunks(db, publisher, isOpen)) chunks.push(chunk);
    const bytes = Buffer.from(chunks.join(""));
    kept = bytes.length <= MAX_KEPT_BYTES ? { basis, bytes } : undefined;
    return new Answer(bytes, { headers: HEADERS });
  };
}

async function* manifestChunks(db: WhoAsksDeps["db"], publisher: Publisher, isOpen: boolean): AsyncGenerator<string> {
  const host = { displayName: "Tackroom", identifier: `did:web:${publisher.domain}` };
  const head = JSON.stringify({ specVersion: "1.0", host, entries: [describeRegistry(publisher, VERSION)] });
  yield head.slice(0, -"]}".length);
  let after: NamePlace | null = null;
  let count = isOpen ? ROWS_AT_ONCE : 0;
  while (count === ROWS_AT_ONCE) {
    const rows = await listPublicEntries(db, after, ROWS_AT_ONCE);
    for (const row of rows) yield `,${JSON.stringify(describeEntry(row, publisher))}`;
    const last = rows.at(-1);
    after = last ? { name: last.name.toLowerCase(), id: last.id } : after;
    count = rows.length;
  }
  yield "]}";
}
