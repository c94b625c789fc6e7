// How soon a large catalogue is found by meaning, what other requests notice meanwhile, and what a question costs.
// `npm run bench -- indexing`; ITEMS=2000 for a smaller run, DESCRIPTIONS=file.json for an array of texts of your own.
// Aims: a question at most 12 times a request that does nothing; 10,000 items in 5 minutes on two cores; requests meanwhile at
// most twice as long.
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { ITEMS, QUESTIONS } from "./search/labelled.js";
import { startServer } from "./support/start-server.js";

const FEW = 1000;
const MANY = Number(process.env["ITEMS"] ?? 10_000);
const ROUNDS = 300;
/** As people ask, and not as fast as one can. */
const PAUSE_MS = 50;
const FILLED_AT_ONCE = 1000;

const file = process.env["DESCRIPTIONS"];
const descriptions =
  file === undefined
    ? ITEMS.map(({ description }, at) => `${description} ${ITEMS[(at * 7) % ITEMS.length]?.description ?? ""}`)
    : (JSON.parse(readFileSync(file, "utf8")) as readonly string[]);

const { platform, send, bootstrap, close } = await startServer();
const admin = await bootstrap();

/** One item as people make it, and then copies of it in the database: making each by the API would take an hour. */
async function fill(from: number, to: number): Promise<void> {
  const texts = Array.from({ length: to - from }, (_, at) => descriptions[(from + at) % descriptions.length]);
  await platform.relational.pool.query(
    `WITH model AS (SELECT * FROM item WHERE slug = 'model' LIMIT 1),
     fresh AS (
       INSERT INTO item (id, kind, namespace, slug, name, owner_id, owner, visibility, fields, shown_version_id, version,
         description, supported_harnesses, status, is_released, summary, facets, search_name, entry)
       SELECT gen_random_uuid(), model.kind, model.namespace, 'copy-' || n, 'copy-' || n, model.owner_id, model.owner, 'public',
         model.fields, gen_random_uuid(), model.version, text, '{}', 'approved', true, model.summary, '{}', 'copy-' || n,
         model.entry
       FROM model, unnest($1::text[]) WITH ORDINALITY AS given (text, place), LATERAL (SELECT $2::int + place AS n) AS number
       RETURNING *
     )
     INSERT INTO item_version (id, item_id, version, precedence, is_stable, namespace, slug, name, description,
       supported_harnesses, fields, status, digest, released_at)
     SELECT fresh.shown_version_id, fresh.id, known.version, known.precedence, known.is_stable, fresh.namespace, fresh.slug,
       fresh.name, fresh.description, known.supported_harnesses, known.fields, known.status, known.digest, known.released_at
     FROM fresh, item_version AS known, model WHERE known.id = model.shown_version_id`,
    [texts, from],
  );
}

async function timed(request: () => Promise<{ readonly status: number }>): Promise<number> {
  const begun = performance.now();
  const { status } = await request();
  if (status !== 200) throw new Error(`a request was answered with ${status}`);
  return performance.now() - begun;
}

let asked = 0;
const doNothing = (): Promise<number> => timed(() => send("GET", "/healthz"));
const checkHealth = (): Promise<number> => timed(() => send("GET", "/health"));
/** Never asked before, so that no vector is remembered. */
const ask = (): Promise<number> => {
  asked += 1;
  const text = `${QUESTIONS[asked % QUESTIONS.length]?.text} ${asked}`;
  return timed(() => send("POST", "/ard/search", admin, { query: { text } }));
};

async function progress(): Promise<number> {
  const { text } = await send("GET", "/health");
  return (JSON.parse(text) as { search: { progress: number } }).search.progress;
}

interface Times {
  readonly nothing: number[];
  readonly health: number[];
  readonly question: number[];
}

async function measure(goesOn: (rounds: number) => boolean | Promise<boolean>): Promise<Times> {
  const times: Times = { nothing: [], health: [], question: [] };
  for (let round = 0; await goesOn(round); round += 1) {
    times.nothing.push(await doNothing());
    times.health.push(await checkHealth());
    times.question.push(await ask());
    await setTimeout(PAUSE_MS);
  }
  return times;
}

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;

const model = { name: "model", version: "1.0.0", description: "A model", category: "general", template: "Say it." };
const { id } = JSON.parse((await send("POST", "/prompts", admin, model)).text) as { id: string };
await send("POST", `/review/${id}/approve`, admin, {});
await fill(0, FEW);
await ask();
while ((await progress()) < 1) await ask();
await measure((rounds) => rounds < ROUNDS / 3);
const idle = await measure((rounds) => rounds < ROUNDS);
const [nothing, question] = [quantile(idle.nothing, 0.5), quantile(idle.question, 0.5)];
console.log(
  `among ${FEW} items: question p50 ${question.toFixed(1)} ms, request that does nothing ${nothing.toFixed(2)} ms`,
);
console.log(`ratio: ${(question / nothing).toFixed(1)} (aim at most 12)`);

for (let from = FEW; from < FEW + MANY; from += FILLED_AT_ONCE)
  await fill(from, Math.min(from + FILLED_AT_ONCE, FEW + MANY));
const begun = performance.now();
await ask();
const busy = await measure(async () => (await progress()) < 1);
const seconds = (performance.now() - begun) / 1000;
console.log(`${MANY} more items found by meaning after ${seconds.toFixed(0)} s (aim for 10,000 on two cores: 300)`);
for (const [name, key] of [
  ["health check", "health"],
  ["question", "question"],
] as const) {
  const [before, during] = [quantile(idle[key], 0.99), quantile(busy[key], 0.99)];
  console.log(
    `${name}: p99 ${before.toFixed(1)} ms idle, ${during.toFixed(1)} ms meanwhile; ratio ${(during / before).toFixed(2)} (aim at most 2)`,
  );
}
await close();
