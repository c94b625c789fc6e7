// Whether the review queue keeps its speed: `GET /review` while 10 submissions wait and while 600 do, in one run. Aims: a page
// of 50 takes at most twice as long as 10 rows did with nothing else waiting, and each row of the whole queue at most as long
// as each of the ten. `npm run bench -- review`; PENDING=200 for a smaller run.
import { createHash } from "node:crypto";
import { median, startServer } from "./support/start-server.js";

const FEW = 10;
const MANY = Number(process.env["PENDING"] ?? 600);
const TIMES = 30;

const { platform, send, bootstrap, close } = await startServer();
const admin = await bootstrap();
const reviewer = await join("bob@example.com", "reviewer");
const author = await join("cyd@example.com", "user");

async function join(email: string, role: string): Promise<string> {
  const account = { email, name: "Somebody", password: "Other-Horse-8", role };
  await post("/admin/users", admin, account);
  return (await post("/auth/login", undefined, account))["access_token"] as string;
}

async function post(path: string, token: string | undefined, body: object): Promise<Record<string, unknown>> {
  const { status, text } = await send("POST", path, token, body);
  if (status >= 300) throw new Error(`POST ${path} answered ${status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** The reviewer's team, whose submissions nobody but its members and admins may see. */
const team = (await post("/teams", author, { name: "Platform" }))["id"] as string;
await post(`/teams/${team}/members`, author, { email: "bob@example.com" });

/** 12 KB that no compression makes small. */
function hexLines(seed: number): string {
  const line = (n: number): string => createHash("sha512").update(`${seed} ${n}`).digest("base64");
  return Array.from({ length: 140 }, (_, n) => line(n)).join("\n");
}

/** As long as what people write: a hundred lines in an agent's prompt, and files of reference beside a skill. */
const LONG = Array.from({ length: 100 }, (_, n) => `${n}. ${"Look at what it says before you go on. ".repeat(3)}`).join(
  "\n",
);
const FILES = Array.from({ length: 8 }, (_, n) => ({ path: `references/${n}.md`, content: hexLines(n) }));
const COMPONENTS = 5;
const components: object[] = [];

const SUBMISSIONS = [
  { path: "/mcps", body: { category: "general", command: "npx", args: ["-y", "x@1.0.0"] } },
  {
    path: "/skills",
    body: {
      task_type: "general",
      skill_md_content: `---\nname: skill\ndescription: A skill\n---\n${LONG}`,
      files: FILES,
    },
  },
  { path: "/agents", body: { model_name: "sonnet-x", prompt: LONG, components } },
  { path: "/prompts", body: { category: "general", template: LONG } },
] as const;

async function submit(n: number): Promise<void> {
  const { path, body } = SUBMISSIONS[n % SUBMISSIONS.length] ?? SUBMISSIONS[0];
  const whose = n % 8 < 4 ? {} : { team_id: team, visibility: "team" };
  const named = { name: `waiting-${n}`, version: "1.0.0", description: `Waits as number ${n}` };
  const skill =
    "skill_md_content" in body
      ? { skill_md_content: body.skill_md_content.replace("name: skill", `name: waiting-${n}`) }
      : {};
  await post(path, author, { ...named, ...body, ...skill, ...whose });
}

async function fill(from: number, to: number): Promise<void> {
  for (let n = from; n < to; n += 1) await submit(n);
  await platform.relational.pool.query("VACUUM ANALYZE");
}

interface Asked {
  readonly path: string;
  readonly token: string;
}

const REQUESTS: Readonly<Record<string, Asked>> = {
  "page of 50, admin": { path: "/review?limit=50", token: admin },
  "page of 50, reviewer": { path: "/review?limit=50", token: reviewer },
  "whole queue, admin": { path: "/review", token: admin },
  "whole queue, reviewer": { path: "/review", token: reviewer },
};

interface Measured {
  readonly ms: number;
  readonly rows: number;
}

async function measure(): Promise<Record<string, Measured>> {
  const measured: Record<string, Measured> = {};
  for (const [name, { path, token }] of Object.entries(REQUESTS)) {
    const times: number[] = [];
    let rows = 0;
    for (let round = 1; round <= TIMES; round += 1) {
      const begun = performance.now();
      const { status, text } = await send("GET", path, token);
      const took = performance.now() - begun;
      if (status !== 200) throw new Error(`GET ${path} answered ${status} ${text}`);
      rows = (JSON.parse(text) as unknown[]).length;
      if (round > TIMES / 4) times.push(took);
    }
    measured[name] = { ms: median(times), rows };
  }
  return measured;
}

for (let n = 0; n < COMPONENTS; n += 1) {
  const body = { name: `part-${n}`, version: "1.0.0", description: "A part", ...SUBMISSIONS[0].body };
  const { id } = await post("/mcps", author, body);
  await post(`/review/${id as string}/approve`, admin, {});
  components.push({ component_type: "mcp", component_id: id });
}

await fill(0, FEW);
const few = await measure();
await fill(FEW, MANY);
const many = await measure();

console.log(`on ${platform.relational.engine}: median with ${MANY} waiting, against ${FEW}`);
for (const name of Object.keys(REQUESTS)) {
  const [before, after] = [few[name], many[name]];
  if (!before || !after) continue;
  const perRow = after.ms / after.rows / (before.ms / before.rows);
  console.log(
    `  ${name.padEnd(22)} ${(after.ms / before.ms).toFixed(2)}, per row ${perRow.toFixed(2)}  ` +
      `(${before.ms.toFixed(1)} ms for ${before.rows}, then ${after.ms.toFixed(1)} ms for ${after.rows})`,
  );
}
await close();
