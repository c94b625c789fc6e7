import { setTimeout as sleep } from "node:timers/promises";
import type { ReplyOf } from "@tackroom/contract/calls";
import type { SsoMethod } from "@tackroom/contract/sign-in-methods";
import type { Api } from "../../api/client.js";
import { hasProblemCode } from "../../api/failures.js";
import { withProgress } from "../../ask.js";
import { note, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { oneLine } from "../../printable.js";
import { saveSignIn, type Tokens } from "./sign-in.js";

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";

/** A sign-in that begins with single sign-on in the browser; without a provider, with the first that is configured. */
export interface SsoRequest {
  readonly provider?: SsoMethod;
}

/** RFC 8628: the user confirms the code shown here in a browser where they are signed in. */
export async function signInByBrowser(cli: Cli, api: Api, sso?: SsoRequest): Promise<void> {
  const device = await authorize(api, sso);
  note(cli, `Open ${oneLine(device.verification_uri_complete)}\nand confirm the code ${oneLine(device.user_code)}`);
  const tokens = await withProgress(cli, "Waiting for the browser", () => poll(api, device));
  await saveSignIn(cli, api, tokens);
}

async function authorize(api: Api, sso: SsoRequest | undefined): Promise<ReplyOf<"authorizeDevice">> {
  try {
    return await api.call("authorizeDevice", { body: { client_id: "tack", ...(sso ? { sso: true, ...sso } : {}) } });
  } catch (error) {
    if (!hasProblemCode(error, "sso_not_configured")) throw error;
    throw new CliError(error.category, error.message, {
      ...error.details,
      remediation: "Run tack login on a terminal to see the sign-in methods of this server.",
    });
  }
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
      if (!isWaiting(error)) throw endedBy(error);
      if (Date.now() > end) throw tooLate();
    }
  }
}

const tooLate = (): CliError =>
  new CliError("authentication", "The code expired before it was confirmed.", {
    remediation: "Run the same command again.",
  });

/** The two final errors of RFC 8628 that are not caused by the command. */
function endedBy(error: unknown): unknown {
  if (!(error instanceof CliError)) return error;
  const ended = problemOf(error)["error"];
  if (ended === "expired_token") return tooLate();
  if (ended !== "access_denied") return error;
  return new CliError("authentication", error.message, {
    ...error.details,
    remediation: "Sign in with another account: tack login",
  });
}

function problemOf({ details: { detail } }: CliError): Readonly<Record<string, unknown>> {
  return typeof detail === "object" && detail !== null ? (detail as Readonly<Record<string, unknown>>) : {};
}

/** Not confirmed yet, polled too often, or temporarily unreachable: the code stays valid. */
function isWaiting(error: unknown): boolean {
  if (!(error instanceof CliError)) return false;
  const isPending = problemOf(error)["code"] === "authorization_pending";
  return isPending || error.category === "rate_limit" || error.category === "unavailable";
}
