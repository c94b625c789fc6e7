import { median, type BenchServer } from "./start-server.js";

const FEW = 1000;
const COPIED_AT_ONCE = 10_000;

/** The item that all others are copies of. */
export const MODEL = { name: "model", version: "1.0.0", description: "A model" } as const;

/** As people make one: submitted, and approved. */
export async function publish({ send }: BenchServer, admin: string, type: string, body: object): Promise<void> {
  const { id } = JSON.parse((await send("POST", `/${type}`, admin, body)).text) as { id: string };
  await send("POST", `/review/${id}/approve`, admin, {});
}

/** Every twentieth is private. */
export const publicCopy = (round: number): string => `copy-${String(1 + 20 * (round % 45)).padStart(6, "0")}`;

/** Copies of the model in the database: making each by the API would take an hour. */
async function copyModel({ platform }: BenchServer, from: number, to: number): Promise<void> {
  await platform.relational.pool.query(
    `WITH model AS (SELECT * FROM item WHERE slug = 'model' LIMIT 1),
     fresh AS (
       INSERT INTO item (id, kind, namespace, slug, name, owner_id, owner, visibility, fields, shown_version_id, version,
         description, supported_harnesses, status, is_released, summary, facets, search_name, updated_at)
       SELECT gen_random_uuid(), kind, namespace, 'copy-' || lpad(n::text, 6, '0'), 'copy-' || lpad(n::text, 6, '0'),
         owner_id, owner, CASE WHEN n % 20 = 0 THEN 'owner' ELSE 'public' END, fields, gen_random_uuid(), version,
         'Serves ' || substr(md5('rare ' || n % 400), 1, 8) || ' and ' || substr(md5('common ' || n % 50), 1, 8), '{}',
         'approved', true, summary, ARRAY['category:' || (ARRAY['databases', 'devops', 'search', 'security'])[1 + n % 4]],
         'copy-' || lpad(n::text, 6, '0'), now() - n * interval '1 second'
       FROM model, generate_series($1::int, $2::int) AS n RETURNING *
     ),
     versions AS (
       INSERT INTO item_version (id, item_id, version, precedence, is_stable, namespace, slug, name, description,
         supported_harnesses, fields, status, digest, released_at)
       SELECT fresh.shown_version_id, fresh.id, known.version, known.precedence, known.is_stable, fresh.namespace, fresh.slug,
         fresh.name, fresh.description, known.supported_harnesses, known.fields, known.status, known.digest, known.released_at
       FROM fresh, item_version AS known, model WHERE known.id = model.shown_version_id RETURNING id
     ),
     bytes AS (
       INSERT INTO item_artifact (version_id, media_type, bytes) SELECT id, 'application/json', '\\x7b7d' FROM versions
     )
     INSERT INTO item_name (kind, namespace, slug, item_id) SELECT kind, namespace, slug, id FROM fresh`,
    [from, to],
  );
}

async function fill(server: BenchServer, from: number, to: number): Promise<void> {
  for (let filled = from; filled < to; filled += COPIED_AT_ONCE) {
    await copyModel(server, filled + 1, Math.min(filled + COPIED_AT_ONCE, to));
  }
  await server.platform.relational.pool.query("VACUUM ANALYZE");
}

type Figures = Readonly<Record<string, number>>;

/** Measures among 1,000 copies of the model and among many, in one run, and says how often each figure is of the other. */
export async function compareGrowth(
  server: BenchServer,
  { many, aim }: { readonly many: number; readonly aim: string },
  measure: () => Promise<Figures>,
): Promise<void> {
  await fill(server, 0, FEW);
  const before = await measure();
  await fill(server, FEW, many);
  const after = await measure();
  console.log(`on ${server.platform.relational.engine}: among ${many} items, against ${FEW} (${aim})`);
  for (const [name, figure] of Object.entries(before)) {
    const now = after[name] ?? 0;
    console.log(
      `  ${name.padEnd(36)} ${(now / figure).toFixed(2)}  (${figure.toFixed(1)} ms, then ${now.toFixed(1)} ms)`,
    );
  }
}

const TIMES = 60;

/** The median of each request's time, without the first few. */
export async function mediansOf(asks: Readonly<Record<string, (round: number) => Promise<void>>>): Promise<Figures> {
  const medians: Record<string, number> = {};
  for (const [name, ask] of Object.entries(asks)) {
    const times: number[] = [];
    for (let round = 1; round <= TIMES; round += 1) {
      const begun = performance.now();
      await ask(round);
      if (round > TIMES / 4) times.push(performance.now() - begun);
    }
    medians[name] = median(times);
  }
  return medians;
}
