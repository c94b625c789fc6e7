// Whether the marketplace keeps its speed: the rebuild of its repository after one approval, and a shallow clone of it by a client,
// among 1,000 items and among 10,000, in one run. Aim: a rebuild grows more slowly than the catalogue, because it reads none of the
// other items and writes of them only the three files that name all. `npm run bench -- marketplace`; ITEMS=2000 for a smaller run.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { compareGrowth, MODEL, publish } from "./support/growing-catalogue.js";
import { median, startServer } from "./support/start-server.js";

const many = Number(process.env["ITEMS"] ?? 10_000);
const TIMES = 9;
const run = promisify(execFile);

const server = await startServer();
const admin = await server.bootstrap();

const model = {
  ...MODEL,
  task_type: "code-review",
  delivery_mode: "registry_direct",
  skill_md_content: "---\nname: model\ndescription: A model\n---\n\n# Model\n\nDo it.\n",
};

const made = await server.send("POST", "/feeds", admin, { name: "Bench", content: "public" });
const { secret } = JSON.parse(made.text) as { secret: string };
const address = `http://127.0.0.1:${server.port}/c/${secret}/marketplace.git`;

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
    await publish(server, admin, "skills", { ...model, name: `new-${++published}` });
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

await publish(server, admin, "skills", model);
await compareGrowth(server, { many, aim: "aim well below the growth of the catalogue" }, measure);
await server.close();
