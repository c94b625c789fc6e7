import { randomUUID } from "node:crypto";
import { runSql, type Relational } from "../src/platform/relational/index.js";

export interface FailingWrites {
  readonly table: string;
  /** Only rows that contain this text fail. */
  readonly containing: string;
  readonly sqlstate: string;
  /** How often, counted across transactions; if not said: always. */
  readonly times?: number;
}

/** Makes the database itself refuse to write certain rows. Answers how to stop it. */
export async function failWrites(
  relational: Relational,
  { table, containing, sqlstate, times = Number.MAX_SAFE_INTEGER }: FailingWrites,
): Promise<() => Promise<void>> {
  const name = `fails_${randomUUID().replaceAll("-", "")}`;
  // A sequence, because a rollback does not take back what it has counted.
  const made = `
    CREATE SEQUENCE ${name};
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW::text LIKE '%${containing}%' THEN
        IF nextval('${name}') <= ${times} THEN
          RAISE EXCEPTION 'made to fail' USING ERRCODE = '${sqlstate}';
        END IF;
      END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER ${name} BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}();`;
  await runSql(relational, made, []);
  return async () => {
    await runSql(relational, `DROP FUNCTION ${name} CASCADE; DROP SEQUENCE ${name}`, []);
  };
}
