import { OutboundError, type Outbound } from "../platform/outbound/index.js";
import type { Platform } from "../platform/platform.js";
import type { Tx } from "../platform/relational/tx.js";
import { runInSlices } from "../platform/concurrency.js";
import { unsafeTextErrors } from "../registry/index.js";
import type { Settings } from "../settings/index.js";
import type { CatalogEntry } from "./core/catalog-entry.js";
import { checkManifest, publisherAt, tellRefusals, type CheckedManifest } from "./core/check-manifest.js";
import { ownDomains } from "./core/own-domains.js";
import { dropEntriesBut, heldByOthers, putEntries } from "./external-entry-store.js";
import { lockSource, updateSource, type Source } from "./source-store.js";

export interface RefreshDeps {
  readonly outbound: Pick<Outbound, "fetch">;
  readonly transaction: Platform["relational"]["transaction"];
  readonly settings: Pick<Settings, "get">;
}

/** For the manifest with all its redirects; a request that adds a source waits this long at most. */
const FETCH_LIMIT_MS = 10_000;
const MAX_MANIFEST_BYTES = 5 * 1024 ** 2;

/** Fetches a source and keeps what it lists now. That it fails is an outcome like others, and told by its row. */
export async function refreshSource(deps: RefreshDeps, { id, url }: Pick<Source, "id" | "url">): Promise<void> {
  const startedAt = new Date();
  const manifest = await fetchManifest(deps, url);
  await deps.transaction(async (tx) => {
    const source = await lockSource(tx, id);
    // Removed meanwhile, or a later fetch was quicker.
    if (!source || (source.last_fetched_at && source.last_fetched_at > startedAt)) return;
    const outcome = await keep(tx, source, manifest);
    await updateSource(tx, id, { ...outcome, last_fetched_at: startedAt });
  });
}

interface Unread {
  /** Entries outlive a source that is away for a while, but not one that says it has none. */
  readonly is: "gone" | "unreadable";
  readonly reason: string;
}

type Manifest = CheckedManifest | Unread;

async function fetchManifest({ outbound, settings }: RefreshDeps, url: string): Promise<Manifest> {
  try {
    const answer = await outbound.fetch(url, {
      headers: { accept: "application/json" },
      timeoutMs: FETCH_LIMIT_MS,
      maxBytes: MAX_MANIFEST_BYTES,
    });
    if (answer.status === 404 || answer.status === 410) {
      return { is: "gone", reason: `${answer.url.host} no longer serves the manifest (status ${answer.status}).` };
    }
    if (answer.status !== 200) return unreadable(`${answer.url.host} responded with status ${answer.status}.`);
    const steps = checkManifest(answer.json(), {
      host: new URL(url).hostname,
      ownDomains: ownDomains(settings.get("discovery.publisher_domain"), settings.get("deployment.public_url")),
      unsafe: unsafeText,
    });
    const checked = await runInSlices(steps);
    return "problem" in checked ? unreadable(checked.problem) : checked;
  } catch (error) {
    if (error instanceof OutboundError) return unreadable(error.message);
    throw error;
  }
}

const unreadable = (reason: string): Unread => ({ is: "unreadable", reason });

function unsafeText(entry: CatalogEntry): string | undefined {
  const [first] = unsafeTextErrors(entry, entry.identifier);
  return first && `${first.path} ${first.message}`;
}

async function keep(tx: Tx, source: Source, manifest: Manifest): Promise<Partial<Source>> {
  if ("entries" in manifest) return keepEntries(tx, source, manifest);
  const failed = { status: "failed", error: manifest.reason } as const;
  if (manifest.is === "unreadable") return failed;
  await dropEntriesBut(tx, source.id, []);
  return { ...failed, entry_count: 0 };
}

async function keepEntries(tx: Tx, { id, url }: Source, manifest: CheckedManifest): Promise<Partial<Source>> {
  const taken = await heldByOthers(tx, id, identifiersOf(manifest.entries));
  const kept = manifest.entries.filter(({ identifier }) => !taken.has(identifier));
  await dropEntriesBut(tx, id, identifiersOf(kept));
  await putEntries(tx, id, kept);
  const doubles = [...taken].map((identifier) => `${identifier} already exists in another source`);
  const total = manifest.entries.length + manifest.refusals.length;
  return {
    publisher: publisherAt(new URL(url).hostname),
    status: kept.length === 0 && total > 0 ? "failed" : "ok",
    error: tellRefusals([...manifest.refusals, ...doubles], total),
    entry_count: kept.length,
  };
}

const identifiersOf = (entries: readonly CatalogEntry[]): string[] => entries.map(({ identifier }) => identifier);
