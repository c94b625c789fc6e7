// Whether the marketplace keeps its speed: the rebuild of its repository after one approval, and a shallow clone of it by a client,
// among 1,000 items and among 10,000, in one run. Aim: a rebuild takes at most twice as long for each tenfold of items, because
// it reads none of the others. `npm run bench -- marketplace`; ITEMS=2000 for a smaller run.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { median, startServer } from "./support/start-server.js";

const FEW = 1000;
const MANY = Number(process.env["ITEMS"] ?? 10_000);
const TIMES = 9;
const run = promisify(execFile);

const { platform, send, bootstrap, port, close } = await startServer();
const admin = await bootstrap();

const model = {
  name: "model",
  version: "1.0.0",
  description: "A model",
  task_type: "code-review",
  delivery_mode: "registry_direct",
  skill_md_content: "---\nname: model\ndescription: A model\n---\n\n# Model\n\nDo it.\n",
};

async function publish(body: object): Promise<void> {
  const { id } = JSON.parse((await send("POST", "/skills", admin, body)).text) as { id: string };
  await send("POST", `/review/${id}/approve`, admin, {});
}

/** Copies in the database: making each by the API would take an hour. */
async function fill(from: number, to: number): Promise<void> {
  await platform.relational.pool.query(
    `WITH model AS (SELECT * FROM item WHERE slug = 'model' LIMIT 1),
     fresh AS (
       INSERT INTO item (id, kind, namespace, slug, name, owner_id, owner, visibility, fields, shown_version_id, version,
         description, supported_harnesses, status, is_released, summary, facets, search_name, updated_at)
       SELECT gen_random_uuid(), kind, namespace, 'copy-' || lpad(n::text, 6, '0'), 'copy-' || lpad(n::text, 6, '0'),
         owner_id, owner, 'public', fields, gen_random_uuid(), version, 'Serves ' || substr(md5(n::text), 1, 8), '{}',
         'approved', true, summary, facets, 'copy-' || lpad(n::text, 6, '0'), now() - n * interval '1 second'
       FROM model, generate_series($1::int, $2::int) AS n RETURNING *
     ),
     versions AS (
       INSERT INTO item_version (id, item_id, version, precedence, is_stable, namespace, slug, name, description,
         supported_harnesses, fields, status, digest, released_at)
       SELECT fresh.shown_version_id, fresh.id, known.version, known.precedence, known.is_stable, fresh.namespace, fresh.slug,
         fresh.name, fresh.description, known.supported_harnesses, known.fields, known.status, known.digest, known.released_at
       FROM fresh, item_version AS known, model WHERE known.id = model.shown_version_id RETURNING id
     )
     INSERT INTO item_name (kind, namespace, slug, item_id) SELECT kind, namespace, slug, id FROM fresh`,
    [from, to],
  );
  await platform.relational.pool.query("VACUUM ANALYZE");
}

const made = await send("POST", "/feeds", admin, { name: "Bench", content: "public" });
const { secret } = JSON.parse(made.text) as { secret: string };
const address = `http://127.0.0.1:${port}/c/${secret}/marketplace.git`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** A client asks what is new, which waits until the repository is made. */
async function ask(): Promise<void> {
  const answer = await fetch(`${address}/info/refs?service=git-upload-pack`);
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the marketplace answered ${answer.status}`);
}

async function shallowClone(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "tack-bench-clone-"));
  await run("git", ["clone", "--quiet", "--depth", "1", address, directory]);
  rmSync(directory, { recursive: true, force: true });
}

let published = 0;
async function measure(): Promise<Record<string, number>> {
  const first = await timed(ask);
  const [rebuilds, asks, clones]: number[][] = [[], [], []];
  for (let round = 0; round < TIMES; round++) {
    await publish({ ...model, name: `new-${++published}` });
    rebuilds?.push(await timed(ask));
    asks?.push(await timed(ask));
    if (round % 3 === 0) clones?.push(await timed(shallowClone));
  }
  return {
    "made for the first time": first,
    "rebuilt after one approval": median(rebuilds ?? []),
    "asked when nothing is new": median(asks ?? []),
    "shallow clone": median(clones ?? []),
  };
}

await publish(model);
await fill(1, FEW);
const few = await measure();
for (let filled = FEW; filled < MANY; filled += 10_000) await fill(filled + 1, Math.min(filled + 10_000, MANY));
const many = await measure();

console.log(`on ${platform.relational.engine}: among ${MANY} items, against ${FEW}`);
for (const [name, before] of Object.entries(few)) {
  const after = many[name] ?? 0;
  console.log(
    `  ${name.padEnd(28)} ${(after / before).toFixed(2)}  (${before.toFixed(0)} ms, then ${after.toFixed(0)} ms)`,
  );
}
await close();
