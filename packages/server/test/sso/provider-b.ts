import { createHash, randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { sendJson, startWebSite, type SeenRequest, type WebSite } from "../web-site.js";
import { CLIENT } from "./openid-provider.js";

export interface Profile {
  readonly id: number;
  /** Not verified by anyone, and never to be believed. */
  readonly email?: string | null;
  readonly name?: string | null;
  readonly emails: readonly { readonly email: string; readonly primary: boolean; readonly verified: boolean }[];
  /** Membership by organization. */
  readonly orgs?: Readonly<Record<string, "active" | "pending">>;
}

export type Trouble =
  | "profile unreachable"
  | "profile forbidden"
  | "memberships broken"
  | "memberships unreachable"
  | "emails broken";

/** The endpoints of Provider B that a sign-in meets, with its manners: errors of the token endpoint have status 200. */
export interface ProviderBSite extends Pick<WebSite, "url" | "requests" | "close"> {
  say(login: string, profile: Profile): void;
  cause(trouble: Trouble | undefined): void;
}

interface Grant {
  readonly login: string;
  readonly scopes: readonly string[];
  readonly challenge: string;
  readonly redirectUri: string;
}

export async function startProviderB(): Promise<ProviderBSite> {
  const profiles = new Map<string, Profile>();
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, Grant>();
  let trouble: Trouble | undefined;

  const site = await startWebSite((request, response) => {
    const url = new URL(request.path, "http://provider-b");
    if (url.pathname === "/login/oauth/authorize") return authorize(codes, request, response, url);
    if (url.pathname === "/login/oauth/access_token") return redeem({ codes, tokens }, request, response);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const grant = tokens.get(token);
    if (!grant) return sendJson(response, { message: "Bad credentials" }, 401);
    if (trouble === "profile unreachable") return void response.socket?.destroy();
    if (trouble === "profile forbidden") return sendJson(response, { message: "Forbidden" }, 403);
    if (trouble === "emails broken" && url.pathname === "/user/emails") return void response.end("<html>");
    return answer(url.pathname, response, { grant, profile: profiles.get(grant.login), trouble });
  });
  return {
    ...site,
    say: (login, profile) => void profiles.set(login, profile),
    cause: (next) => void (trouble = next),
  };
}

/** A page that asks who one is; then back to the application. */
function authorize(codes: Map<string, Grant>, request: SeenRequest, response: ServerResponse, url: URL): void {
  const query = url.searchParams;
  if (request.method === "GET") {
    const page = `<!doctype html><title>Provider B</title><form method="post" action="${url.pathname}?${query.toString().replaceAll("&", "&amp;")}">
      <input type="hidden" name="prompt" value="login"><label>Login <input name="login"></label><button>Sign in</button></form>`;
    return void response.writeHead(200, { "content-type": "text/html" }).end(page.replaceAll("&amp;", "&"));
  }
  const code = randomUUID();
  codes.set(code, {
    login: new URLSearchParams(request.body).get("login") ?? "",
    scopes: (query.get("scope") ?? "").split(" "),
    challenge: query.get("code_challenge") ?? "",
    redirectUri: query.get("redirect_uri") ?? "",
  });
  const back = new URL(query.get("redirect_uri") ?? "");
  back.search = new URLSearchParams({ code, state: query.get("state") ?? "" }).toString();
  response.writeHead(302, { location: back.href }).end();
}

function redeem(
  { codes, tokens }: { readonly codes: Map<string, Grant>; readonly tokens: Map<string, Grant> },
  request: SeenRequest,
  response: ServerResponse,
): void {
  const form = new URLSearchParams(request.body);
  const wantsJson = request.headers.accept === "application/json";
  const fail = (error: string): void => sendJson(response, { error, error_description: "See the documentation." });
  if (!wantsJson) return void response.end("error=you_did_not_ask_for_json");
  if (form.get("client_id") !== CLIENT.clientId || form.get("client_secret") !== CLIENT.clientSecret) {
    return fail("incorrect_client_credentials");
  }
  const grant = codes.get(form.get("code") ?? "");
  codes.delete(form.get("code") ?? "");
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  if (grant?.challenge !== challenge) return fail("bad_verification_code");
  if (grant.redirectUri !== form.get("redirect_uri")) return fail("redirect_uri_mismatch");
  const token = `gho_${randomUUID()}`;
  tokens.set(token, grant);
  sendJson(response, { access_token: token, token_type: "bearer", scope: grant.scopes.join(",") });
}

function answer(
  path: string,
  response: ServerResponse,
  known: { readonly grant: Grant; readonly profile: Profile | undefined; readonly trouble: Trouble | undefined },
): void {
  const { grant, profile, trouble } = known;
  if (!profile) return sendJson(response, { message: "Not Found" }, 404);
  const { emails, orgs = {}, ...shown } = profile;
  if (path === "/user")
    return sendJson(response, { login: grant.login, avatar_url: "https://a.example.com/1", ...shown });
  if (path === "/user/emails") {
    return grant.scopes.includes("user:email") ? sendJson(response, emails) : sendJson(response, {}, 404);
  }
  if (trouble === "memberships unreachable") return void response.socket?.destroy();
  if (trouble === "memberships broken") return sendJson(response, {}, 500);
  const org = /^\/user\/memberships\/orgs\/([^/]+)$/.exec(path)?.[1] ?? "";
  const state = grant.scopes.includes("read:org") ? orgs[org] : undefined;
  return state === undefined ? sendJson(response, { message: "Not Found" }, 404) : sendJson(response, { state });
}
