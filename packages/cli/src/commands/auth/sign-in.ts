import type { ReplyOf } from "@tackroom/contract/calls";
import type { Api } from "../../api/client.js";
import type { Cli } from "../../cli.js";
import { updateConfig } from "../../config.js";
import { printDone } from "../../output.js";

export type Tokens = ReplyOf<"login">;

/** Saves everything that later commands need, and drops what belonged to another server or account. */
export async function saveSignIn(cli: Cli, api: Api, tokens: Tokens, apiKey?: string): Promise<void> {
  const { web } = await api.call("getEndpoints");
  const { user } = tokens;
  await updateConfig(cli, ({ timeout }) => ({
    server_url: api.server,
    access_token: tokens.access_token,
    ...(tokens.refresh_token === undefined ? {} : { refresh_token: tokens.refresh_token }),
    ...(apiKey === undefined ? {} : { api_key: apiKey }),
    user_id: user.id,
    user_name: user.name,
    ...(user.username ? { username: user.username } : {}),
    web_url: web,
    ...(timeout === undefined ? {} : { timeout }),
  }));
  printDone(cli, `Signed in to ${api.server} as ${user.email} (${user.role}).`, { server: api.server, user });
}
