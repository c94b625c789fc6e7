import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "../../api/client.js";
import { withProgress } from "../../ask.js";
import { note, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { saveSignIn, type Tokens } from "./sign-in.js";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** RFC 8628: the person confirms, in a browser where they are signed in, the code that is shown here. */
export async function signInByBrowser(cli: Cli, api: Api): Promise<void> {
  const device = await api.call("authorizeDevice", { body: {} });
  note(cli, `Open ${device.verification_uri_complete}\nand confirm the code ${device.user_code}`);
  const tokens = await withProgress(cli, "Waiting for the browser", () => poll(api, device));
  await saveSignIn(cli, api, tokens);
}

interface Device {
  readonly device_code: string;
  readonly interval: number;
  readonly expires_in: number;
}

async function poll(api: Api, { device_code, interval, expires_in }: Device): Promise<Tokens> {
  const end = Date.now() + expires_in * 1000;
  for (;;) {
    await sleep(interval * 1000);
    try {
      return await api.call("pollDevice", { body: { device_code, grant_type: GRANT } });
    } catch (error) {
      if (!isWaiting(error)) throw error;
      if (Date.now() > end) {
        throw new CliError("authentication", "Nobody has confirmed the code in time.", {
          remediation: "Run tack login again.",
        });
      }
    }
  }
}

/** Not confirmed yet, or asked too often. */
function isWaiting(error: unknown): boolean {
  if (!(error instanceof CliError)) return false;
  const { detail } = error.details;
  const code = typeof detail === "object" && detail !== null && "code" in detail ? detail.code : undefined;
  return code === "authorization_pending" || error.category === "rate_limit";
}
