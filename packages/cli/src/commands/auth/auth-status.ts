import { credentialsFor, expiryOf, isExpiring } from "../../api/credentials.js";
import { openApi } from "../../api/client.js";
import { note, say, type Cli } from "../../cli.js";
import { readConfig, secretVariable, serverOf } from "../../config.js";
import { CliError } from "../../errors.js";
import { printJson, printThing } from "../../output.js";

const VARIABLES = ["TACK_TOKEN", "TACK_API_KEY", "TACK_ACCESS_TOKEN"] as const;

/** Where the credentials come from, in the order in which they are looked for. */
function sourceOf(cli: Cli): string {
  const variable = VARIABLES.find((name) => secretVariable(cli, name) !== undefined);
  if (variable !== undefined) return variable;
  return readConfig(cli).access_token === undefined ? "saved API key" : "saved sign-in";
}

const signedOut = (server: string): CliError =>
  new CliError("authentication", `You are not signed in to ${server}.`, {
    resource: server,
    remediation: `Sign in: tack login --server ${server}`,
  });

/** `tack auth status` */
export async function authStatus(cli: Cli): Promise<void> {
  const api = openApi(cli);
  if (!api.isSignedIn) throw signedOut(api.server);
  const { email, username, role } = await api.call("getWhoami");
  // Asked after the call, which renews what has expired.
  const saved = readConfig(cli);
  const { headers, refreshToken } = credentialsFor(cli, api.server, saved);
  const token = /^Bearer (.*)$/.exec(headers["authorization"] ?? "")?.[1];
  const expires = token === undefined ? undefined : expiryOf(token);
  printThing(cli, {
    server: api.server,
    email,
    username,
    role,
    credentials: sourceOf(cli),
    expires_at: expires?.toISOString() ?? null,
    renewed_automatically: refreshToken !== undefined,
  });
}

/** `tack auth token` */
export async function authToken(cli: Cli): Promise<void> {
  const server = serverOf(cli);
  const token = (): string | undefined =>
    /^Bearer (.*)$/.exec(credentialsFor(cli, server, readConfig(cli)).headers["authorization"] ?? "")?.[1];
  const api = openApi(cli);
  if (!api.isSignedIn) throw signedOut(server);
  const found = token();
  if (found === undefined) {
    throw new CliError("conflict", `You use an API key (${sourceOf(cli)}), which is not a token.`, {
      remediation: "Send the key in the header X-API-Key, or sign in: tack login",
    });
  }
  // Any call renews and saves it.
  if (isExpiring(found)) await api.call("getWhoami");
  const current = token() ?? found;
  if (cli.stdout.isTTY) note(cli, "! Everyone who has this token can act as you until it expires.");
  if (cli.flags.output !== "json") return say(cli, current);
  printJson(cli, { server, access_token: current, expires_at: expiryOf(current)?.toISOString() ?? null });
}
