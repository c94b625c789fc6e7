// Whether the registry keeps its speed: the same requests among 1,000 items and among 100,000, in one run. Aim: the median
// of each takes at most twice as long. `npm run bench -- registry`; ITEMS=20000 for a smaller run.
import { createHash } from "node:crypto";
import { median, startServer } from "./support/start-server.js";

const FEW = 1000;
const MANY = Number(process.env["ITEMS"] ?? 100_000);
const TIMES = 60;

const { platform, send, bootstrap, close } = await startServer();
const admin = await bootstrap();
const reader = await join();

/** Words that every 400th, and every 50th, description has. */
const rareWord = (round: number): string => wordOf(`rare ${round % 400}`);
const commonWord = (round: number): string => wordOf(`common ${round % 50}`);
const wordOf = (seed: string): string => createHash("md5").update(seed).digest("hex").slice(0, 8);

async function join(): Promise<string> {
  const account = { email: "bob@example.com", name: "Bob", password: "Other-Horse-8" };
  await send("POST", "/admin/users", admin, account);
  const { text } = await send("POST", "/auth/login", undefined, account);
  return (JSON.parse(text) as { access_token: string }).access_token;
}

/** One item as people make it, and then copies of it in the database: making each by the API would take an hour. */
async function fill(from: number, to: number): Promise<void> {
  await platform.relational.pool.query(
    `WITH model AS (SELECT * FROM item WHERE slug = 'model' LIMIT 1),
     fresh AS (
       INSERT INTO item (id, kind, namespace, slug, name, owner_id, owner, visibility, fields, shown_version_id, version,
         description, supported_harnesses, status, is_released, summary, facets, search_name, updated_at)
       SELECT gen_random_uuid(), model.kind, model.namespace, 'copy-' || lpad(n::text, 6, '0'), 'copy-' || lpad(n::text, 6, '0'), model.owner_id, model.owner,
         CASE WHEN n % 20 = 0 THEN 'owner' ELSE 'public' END, model.fields, gen_random_uuid(), model.version,
         'Serves ' || substr(md5('rare ' || n % 400), 1, 8) || ' and ' || substr(md5('common ' || n % 50), 1, 8), '{}', 'approved', true, model.summary,
         ARRAY['category:' || (ARRAY['databases', 'devops', 'search', 'security'])[1 + n % 4]],
         'copy-' || lpad(n::text, 6, '0'), now() - n * interval '1 second'
       FROM model, generate_series($1::int, $2::int) AS n RETURNING *
     ),
     versions AS (
       INSERT INTO item_version (id, item_id, version, precedence, is_stable, namespace, slug, name, description, supported_harnesses,
         fields, status, digest, released_at)
       SELECT fresh.shown_version_id, fresh.id, known.version, known.precedence, known.is_stable, fresh.namespace, fresh.slug, fresh.name, fresh.description,
         known.supported_harnesses, known.fields, known.status, known.digest, known.released_at
       FROM fresh, item_version AS known, model WHERE known.id = model.shown_version_id RETURNING id
     )
     INSERT INTO item_name (kind, namespace, slug, item_id) SELECT kind, namespace, slug, id FROM fresh`,
    [from, to],
  );
}

/** Every twentieth is private. */
const publicCopy = (round: number): string => `copy-${String(1 + 20 * (round % 45)).padStart(6, "0")}`;

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: (round: number) => string;
  readonly body?: object;
}

/** As people search: for a name, for a rare word, for a common one. */
const WORDS = [publicCopy, rareWord, commonWord];
const wordInTurn = (round: number): string => WORDS[round % WORDS.length]?.(round) ?? "";

const REQUESTS: Readonly<Record<string, Asked>> = {
  "list, first page": { method: "GET", path: () => "/mcps" },
  "list by name": { method: "GET", path: () => "/mcps?sort=name&limit=20" },
  "list of a category": { method: "GET", path: () => "/mcps?category=databases&limit=20" },
  "detail by name": { method: "GET", path: (round) => `/mcps/${publicCopy(round)}` },
  "search, for each of the next in turn": { method: "GET", path: (round) => `/mcps?search=${wordInTurn(round)}` },
  "search for a rare word": { method: "GET", path: (round) => `/mcps?search=${publicCopy(round)}` },
  "search for a word of every 400th": { method: "GET", path: (round) => `/mcps?search=${rareWord(round)}` },
  "search for a word of every 50th": { method: "GET", path: (round) => `/mcps?search=${commonWord(round)}` },
  install: { method: "POST", path: (round) => `/mcps/${publicCopy(round)}/install`, body: { harness: "codex" } },
};

async function measure(): Promise<Record<string, number>> {
  const medians: Record<string, number> = {};
  for (const [name, { method, path, body }] of Object.entries(REQUESTS)) {
    const times: number[] = [];
    for (let round = 1; round <= TIMES; round += 1) {
      const begun = performance.now();
      const { status, text } = await send(method, path(round), reader, body);
      if (status !== 200) throw new Error(`${method} ${path(round)} answered ${status} ${text}`);
      if (round > TIMES / 4) times.push(performance.now() - begun);
    }
    medians[name] = median(times);
  }
  return medians;
}

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
