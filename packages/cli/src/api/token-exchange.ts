import { routeOf } from "@tackroom/contract/route";
import { VERSION } from "../version.js";
import type { NewTokens } from "./credentials.js";
import { failureOf } from "./failures.js";
import { sendHttp } from "./transport.js";

/** Requests new tokens from the server. Undefined when the session has ended. */
export function tokenExchange(
  server: string,
  timeoutMs: number,
): (refreshToken: string) => Promise<NewTokens | undefined> {
  const { method, path } = routeOf("refreshToken");
  return async (refreshToken) => {
    const url = new URL(server + path);
    const body = JSON.stringify({ refresh_token: refreshToken });
    const headers = { "content-type": "application/json", "x-tackroom-cli-version": VERSION };
    const answer = await sendHttp({ method, url, headers, body, timeoutMs });
    if (answer.status === 401) return undefined;
    if (answer.status !== 200) throw failureOf(answer, server);
    return JSON.parse(answer.text) as NewTokens;
  };
}
