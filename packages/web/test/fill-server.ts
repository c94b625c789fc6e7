import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ADMIN, ROOT } from "./start-server.js";
import { createSender, ingest, newSessionId, turn } from "./transcripts.js";

/** A user who offers a draft to the admin. */
const OFFERING = { name: "Petra", username: "petra", email: "petra@example.com", password: "Tack-room-2026!" };
const OFFERED_DRAFT = "travel-notes";

/** MCP servers of the admin with a repository, which nobody fetches because of its scheme. */
const FOLLOWED = "weather-station";
const NOT_FOLLOWED = "tide-tables";

/** An agent of the admin with sessions of two versions, a canary, and an alert that watches it. */
const JUDGED = "night-watch";
const CANARY = "Zorbinax Ltd";

type Send = Awaited<ReturnType<typeof createSender>>;

async function addJudgedAgent(send: Send): Promise<void> {
  const { id = "" } = await send("/agents/draft", { name: JUDGED });
  for (const [place, version] of ["1.0.0", "1.1.0", "1.1.0"].entries()) {
    const at = new Date(Date.now() - (3 - place) * 24 * 3600 * 1000);
    const lines = [1, 2, 3].flatMap((n) => turn(n, { at, fails: place === 0 && n === 2 }));
    await ingest(send, newSessionId(), lines, { agent: { id, version } });
  }
  await send("/admin/canaries", {
    agent_id: id,
    canary_type: "entity",
    injection_point: "context",
    canary_value: CANARY,
  });
  await send("/alerts", {
    name: "Night watch fails",
    metric: "error_rate",
    threshold: 0.2,
    condition: "above",
    target_type: "agent",
    target_id: id,
  });
}

/** Creates the first admin, the demo data of `tack demo`, MCP servers with a repository, and a transfer to the admin. */
export async function fillServer(url: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "tack-web-home-"));
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, TACK_SERVER_URL: url, TACK_PASSWORD: ADMIN.password };
  const tack = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, "packages/cli/bin/tack.cjs"), ...args], { env });
  await tack("login", "--email", ADMIN.email, "--name", ADMIN.name);
  await tack("demo", "--yes");
  rmSync(home, { recursive: true, force: true });
  const sendAsAdmin = await createSender(url);
  await sendAsAdmin("/admin/users", OFFERING);
  for (const name of [FOLLOWED, NOT_FOLLOWED]) {
    const git_url = `https://git.invalid/acme/${name}.git`;
    const body = { name, version: "1.0.0", description: "Reads measurements", category: "general", git_url };
    const { id } = await sendAsAdmin("/mcps", body);
    await sendAsAdmin(`/review/${id}/approve`, {});
    if (name === FOLLOWED) await sendAsAdmin(`/mcps/${id}/webhook-sync`, { sync_on_release: true }, "PUT");
  }
  await addJudgedAgent(sendAsAdmin);
  await sendAsAdmin("/teams", { name: "Harbour" });
  await sendAsAdmin("/feeds", { name: "Build machines", content: "public", expires_in_days: 90 });
  // So large that no evaluation warns of it: the inbox stays empty.
  await sendAsAdmin("/budgets", { name: "Coding", amount_usd: 5000 });
  const send = await createSender(url, OFFERING);
  const { id } = await send("/prompts/draft", { name: OFFERED_DRAFT });
  await send(`/prompts/${id}/transfer-ownership`, { email: ADMIN.email });
}
