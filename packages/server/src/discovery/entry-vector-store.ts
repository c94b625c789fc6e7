import { sql } from "kysely";
import { queries, type Db } from "../platform/relational/index.js";

export interface StoredVectors {
  readonly key: string;
  /** Of the texts that they stand for. */
  readonly digest: string;
  /** One after another, each a row of 32-bit floats. */
  readonly vectors: Buffer;
}

export async function findVectors(db: Db, model: string, keys: readonly string[]): Promise<StoredVectors[]> {
  const { rows } = await sql<StoredVectors>`
    select entry_key as key, digest, vectors from entry_vector
    where entry_key = any(${[...keys]}::text[]) and model = ${model}`.execute(queries(db));
  return rows;
}

/** Those of another model or of other texts are replaced: nothing will ask for them again. */
export async function keepVectors(db: Db, model: string, made: readonly StoredVectors[]): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map(({ key, digest, vectors }) => sql`(${key}, ${model}, ${digest}, ${vectors}::bytea)`);
  await sql`insert into entry_vector (entry_key, model, digest, vectors) values ${sql.join(rows)}
    on conflict (entry_key) do update
      set model = excluded.model, digest = excluded.digest, vectors = excluded.vectors`.execute(queries(db));
}

export async function forgetVectors(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`delete from entry_vector where entry_key = any(${[...keys]}::text[])`.execute(queries(db));
}
