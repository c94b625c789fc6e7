import { sql } from "kysely";
import { relationalJson } from "../platform/json-text.js";
import { queries, type Db, type Tx } from "../platform/relational/index.js";
import type { CatalogEntry } from "./core/catalog-entry.js";
import { externalEntry, type ExternalEntry } from "./core/external-entry.js";

interface Tables {
  external_entry: { identifier: string; source_id: string; entry: CatalogEntry };
}

/** Adds and changes entries of a source; what another source has first stays as it is, and what is the same untouched. */
export async function putEntries(tx: Tx, sourceId: string, entries: readonly CatalogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into external_entry (identifier, source_id, entry)
    select each->>'identifier', ${sourceId}::uuid, each from jsonb_array_elements(${relationalJson(entries)}::jsonb) each
    on conflict (identifier) do update set entry = excluded.entry
    where external_entry.source_id = excluded.source_id and external_entry.entry is distinct from excluded.entry
  `.execute(queries(tx));
}

/** Those of the identifiers that another source has. */
export async function heldByOthers(
  tx: Tx,
  sourceId: string,
  identifiers: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ identifier: string }>`
    select identifier from external_entry
    where identifier = any(${[...identifiers]}::text[]) and source_id <> ${sourceId}::uuid`.execute(queries(tx));
  return new Set(rows.map(({ identifier }) => identifier));
}

/** Removes what a source no longer has. */
export async function dropEntriesBut(tx: Tx, sourceId: string, identifiers: readonly string[]): Promise<void> {
  await sql`
    delete from external_entry
    where source_id = ${sourceId}::uuid and not identifier = any(${[...identifiers]}::text[])`.execute(queries(tx));
}

export async function findExternalEntries(db: Db, identifiers: readonly string[]): Promise<ExternalEntry[]> {
  if (identifiers.length === 0) return [];
  const found = await queries<Tables>(db)
    .selectFrom("external_entry")
    .select("entry")
    .where("identifier", "in", [...identifiers])
    .execute();
  return found.map(({ entry }) => externalEntry(entry));
}

export interface ExternalChange {
  readonly revision: number;
  readonly identifier: string;
  /** Null when it is gone. */
  readonly entry: ExternalEntry | null;
}

/** The next changes after a revision, in the order in which they were committed. */
export async function listExternalChanges(db: Db, after: number, limit: number): Promise<ExternalChange[]> {
  const { rows } = await sql<{ revision: number; identifier: string; entry: CatalogEntry | null }>`
    select external_change.revision::float8 as revision, external_change.identifier, external_entry.entry
    from external_change left join external_entry on external_entry.identifier = external_change.identifier
    where external_change.revision > ${after} order by external_change.revision limit ${limit}`.execute(queries(db));
  return rows.map((row) => ({ ...row, entry: row.entry && externalEntry(row.entry) }));
}

/** By then every process has seen that they are gone. */
export async function forgetRemovals(db: Db, before: Date): Promise<void> {
  await sql`delete from external_change where removed_at < ${before}`.execute(queries(db));
}
