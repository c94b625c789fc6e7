import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ADMIN, ROOT } from "./start-server.js";
import { createSender } from "./transcripts.js";

/** A user who offers a draft to the admin. */
const OFFERING = { name: "Petra", username: "petra", email: "petra@example.com", password: "Tack-room-2026!" };
const OFFERED_DRAFT = "travel-notes";

/** Creates the first admin, the demo data of `tack demo`, and a transfer to the admin. */
export async function fillServer(url: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "tack-web-home-"));
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, TACK_SERVER_URL: url, TACK_PASSWORD: ADMIN.password };
  const tack = (...args: string[]) =>
    promisify(execFile)(process.execPath, [join(ROOT, "packages/cli/bin/tack.cjs"), ...args], { env });
  await tack("login", "--email", ADMIN.email, "--name", ADMIN.name);
  await tack("demo", "--yes");
  rmSync(home, { recursive: true, force: true });
  await (
    await createSender(url)
  )("/admin/users", OFFERING);
  const send = await createSender(url, OFFERING);
  const { id } = await send("/prompts/draft", { name: OFFERED_DRAFT });
  await send(`/prompts/${id}/transfer-ownership`, { email: ADMIN.email });
}
