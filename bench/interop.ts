// Whether the surfaces of other clients keep their speed: the same pages among 1,000 servers and among 10,000, in one run. Aim: the
// median of each takes at most twice as long. `npm run bench -- interop`; ITEMS=100000 for a larger run.
import { median, startServer } from "./support/start-server.js";

const FEW = 1000;
const MANY = Number(process.env["ITEMS"] ?? 10_000);
const TIMES = 60;

const { platform, send, bootstrap, port, close } = await startServer();
const admin = await bootstrap();

const model = {
  name: "model",
  version: "1.0.0",
  description: "A model",
  category: "general",
  command: "npx",
  args: ["-y", "x@1.0.0"],
};
const { id } = JSON.parse((await send("POST", "/mcps", admin, model)).text) as { id: string };
await send("POST", `/review/${id}/approve`, admin, {});

/** Copies in the database: making each by the API would take an hour. Every twentieth is private. */
async function fill(from: number, to: number): Promise<void> {
  await platform.relational.pool.query(
    `WITH model AS (SELECT * FROM item WHERE slug = 'model' LIMIT 1),
     fresh AS (
       INSERT INTO item (id, kind, namespace, slug, name, owner_id, owner, visibility, fields, shown_version_id, version,
         description, supported_harnesses, status, is_released, summary, facets, search_name, updated_at)
       SELECT gen_random_uuid(), kind, namespace, 'copy-' || lpad(n::text, 6, '0'), 'copy-' || lpad(n::text, 6, '0'),
         owner_id, owner, CASE WHEN n % 20 = 0 THEN 'owner' ELSE 'public' END, fields, gen_random_uuid(), version,
         'Serves ' || substr(md5(n::text), 1, 8), '{}', 'approved', true, summary, facets, 'copy-' || lpad(n::text, 6, '0'),
         now() - n * interval '1 second'
       FROM model, generate_series($1::int, $2::int) AS n RETURNING *
     ),
     versions AS (
       INSERT INTO item_version (id, item_id, version, precedence, is_stable, namespace, slug, name, description,
         supported_harnesses, fields, status, digest, released_at)
       SELECT fresh.shown_version_id, fresh.id, known.version, known.precedence, known.is_stable, fresh.namespace, fresh.slug,
         fresh.name, fresh.description, known.supported_harnesses, known.fields, known.status, known.digest, known.released_at
       FROM fresh, item_version AS known, model WHERE known.id = model.shown_version_id RETURNING id, digest
     ),
     bytes AS (
       INSERT INTO item_artifact (version_id, media_type, bytes) SELECT id, 'application/json', '\\x7b7d' FROM versions
     )
     INSERT INTO item_name (kind, namespace, slug, item_id) SELECT kind, namespace, slug, id FROM fresh`,
    [from, to],
  );
}

const REQUESTS: Readonly<Record<string, (round: number) => string>> = {
  "first page of latest versions": () => "/v0.1/servers?limit=50&version=latest",
  "first page of all versions": () => "/v0.1/servers",
  "what has changed since": () => `/v0.1/servers?limit=50&updated_since=${new Date(Date.now() - 60_000).toISOString()}`,
  "search for one": (round) => `/v0.1/servers?limit=50&search=copy-${String(1 + 20 * (round % 45)).padStart(6, "0")}`,
  "one server": (round) =>
    `/v0.1/servers/local.tackroom%2Fada.copy-${String(1 + 20 * (round % 45)).padStart(6, "0")}/versions/latest`,
};

const made = await send("POST", "/feeds", admin, { name: "Bench", content: "visible" });
const { secret } = JSON.parse(made.text) as { secret: string };

async function measure(): Promise<Record<string, number>> {
  const medians: Record<string, number> = {};
  for (const [name, path] of Object.entries(REQUESTS)) {
    const times: number[] = [];
    for (let round = 1; round <= TIMES; round += 1) {
      const begun = performance.now();
      const answer = await fetch(`http://127.0.0.1:${port}/c/${secret}${path(round)}`);
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path(round)} answered ${answer.status} ${text}`);
      if (round > TIMES / 4) times.push(performance.now() - begun);
    }
    medians[name] = median(times);
  }
  return medians;
}

await fill(1, FEW);
await platform.relational.pool.query("VACUUM ANALYZE");
const few = await measure();
for (let filled = FEW; filled < MANY; filled += 10_000) await fill(filled + 1, Math.min(filled + 10_000, MANY));
await platform.relational.pool.query("VACUUM ANALYZE");
const many = await measure();

console.log(`on ${platform.relational.engine}: median among ${MANY} items, against ${FEW} (aim at most 2)`);
for (const name of Object.keys(REQUESTS)) {
  const [before, after] = [few[name] ?? 0, many[name] ?? 0];
  console.log(
    `  ${name.padEnd(36)} ${(after / before).toFixed(2)}  (${before.toFixed(1)} ms, then ${after.toFixed(1)} ms)`,
  );
}
await close();
