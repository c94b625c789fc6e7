import { SSO_LOGIN_PATHS, type Tokens } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import type { UserAgent } from "./user-agent.js";

type ByProvider = "oidc" | "provider_a" | "provider_b";

/** Goes to the provider and back: what the callback answers. */
export async function comeBack(browser: UserAgent, method: ByProvider, login: string): Promise<LightMyRequestResponse> {
  const started = await browser.open(SSO_LOGIN_PATHS[method]);
  const back = await browser.visitProvider(String(started.headers.location), login);
  return browser.open(back.pathname + back.search, { accept: "application/json" });
}

/** The one-time code that a callback has handed to the web app. */
export function codeOf(answer: LightMyRequestResponse): string {
  if (answer.statusCode !== 302) throw new Error(`the sign-in failed: ${answer.body}`);
  return new URL(String(answer.headers.location)).searchParams.get("code") ?? "";
}

export async function signInWith(browser: UserAgent, method: ByProvider, login: string): Promise<Tokens> {
  const code = codeOf(await comeBack(browser, method, login));
  return (await browser.post("/api/v1/auth/exchange", { code })).json<Tokens>();
}
