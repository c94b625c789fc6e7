import { parseSetCookie } from "cookie";
import type { LightMyRequestResponse } from "fastify";
import type { TestServer } from "../server.js";

/** A browser without a screen: it keeps cookies, and follows redirects between the provider and the server. */
export interface UserAgent {
  /** Opens an address of the server, as a link does. */
  open(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Signs in at a provider, starting from where the server has sent it; the address that leads back to the server. */
  visitProvider(address: string, login: string): Promise<URL>;
}

type Jar = Map<string, string>;

export function createUserAgent(server: Pick<TestServer, "app">, frontendUrl = "http://localhost:8000"): UserAgent {
  const jars = new Map<string, Jar>();
  const jarOf = (origin: string): Jar => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const keep = (origin: string, lines: readonly string[]): void => {
    for (const line of lines) {
      const { name, value } = parseSetCookie(line);
      if (value) jarOf(origin).set(name, value);
      else jarOf(origin).delete(name);
    }
  };
  const cookiesFor = (origin: string): string =>
    [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join("; ");

  const inject = async (
    method: "GET" | "POST",
    path: string,
    more: { headers?: Record<string, string>; body?: unknown },
  ) => {
    const { host, origin } = new URL(frontendUrl);
    const answer = await server.app.inject({
      method,
      url: path,
      headers: { host, cookie: cookiesFor(origin), ...more.headers },
      ...(more.body === undefined ? {} : { payload: more.body as object }),
    });
    keep(origin, [answer.headers["set-cookie"] ?? []].flat());
    return answer;
  };

  const fetchPage = async (url: URL, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: { cookie: cookiesFor(url.origin) },
    });
    keep(url.origin, answer.headers.getSetCookie());
    return answer;
  };

  return {
    open: (path, headers = {}) => inject("GET", path, { headers: { accept: "text/html", ...headers } }),
    post: (path, body, headers = {}) => inject("POST", path, { body, headers }),
    visitProvider: (address, login) => followProvider(fetchPage, { address, login, frontendUrl }),
  };
}

interface Visit {
  readonly address: string;
  readonly login: string;
  readonly frontendUrl: string;
}

/** Fills in the provider's form, and follows it until it leads back. */
async function followProvider(
  fetchPage: (url: URL, init?: RequestInit) => Promise<Response>,
  { address, login, frontendUrl }: Visit,
): Promise<URL> {
  let url = new URL(address);
  let answer = await fetchPage(url);
  for (let steps = 0; steps < 12; steps++) {
    const location = answer.headers.get("location");
    if (location !== null) {
      url = new URL(location, url);
      if (url.origin === new URL(frontendUrl).origin) return url;
      answer = await fetchPage(url);
      continue;
    }
    const page = await answer.text();
    const action = /<form[^>]+action="([^"]+)"/.exec(page)?.[1];
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
    if (action === undefined || prompt === undefined) throw new Error(`no form at ${url.href}: ${page.slice(0, 500)}`);
    url = new URL(action, url);
    answer = await fetchPage(url, { method: "POST", body: new URLSearchParams({ prompt, login, password: "x" }) });
  }
  throw new Error("the provider redirects in circles");
}
