import { shorten } from "@tackroom/contract/shorten";
import type { ClientRegistration } from "@tackroom/contract";
import { redirectProblem } from "./redirects.js";

/** What is known of a client: its own description, and where that comes from. */
export interface McpClient {
  readonly name: string;
  /** The host that its document is on; null for one that has registered itself. */
  readonly host: string | null;
  readonly redirectUris: readonly string[];
}

export interface ClientProblem {
  /** OAuth's word for it (RFC 7591 §3.2.2). */
  readonly error: "invalid_redirect_uri" | "invalid_client_metadata";
  readonly detail: string;
}

const MAX_NAME = 80;
/** A client_id holds it all and is part of addresses. */
const MAX_REDIRECT_CHARACTERS = 2000;

export function registrationProblem(of: ClientRegistration): ClientProblem | undefined {
  for (const uri of of.redirect_uris) {
    const problem = redirectProblem(uri);
    if (problem !== undefined) return { error: "invalid_redirect_uri", detail: `The redirect URI ${uri} ${problem}.` };
  }
  if (of.redirect_uris.join("").length > MAX_REDIRECT_CHARACTERS) {
    const detail = `The redirect URIs together exceed ${MAX_REDIRECT_CHARACTERS} characters.`;
    return { error: "invalid_redirect_uri", detail };
  }
  const { token_endpoint_auth_method: method = "none" } = of;
  // Many clients ask for a secret by default and go on without one when they are told so.
  if (!["none", "client_secret_basic", "client_secret_post"].includes(method)) {
    const detail = `The authentication method ${method} is not supported. Use none: clients are public and prove themselves with PKCE.`;
    return { error: "invalid_client_metadata", detail };
  }
  const { grant_types: grants = ["authorization_code"], response_types: responses = ["code"] } = of;
  if (!grants.includes("authorization_code") || !responses.includes("code")) {
    const detail = "Clients must use the grant type authorization_code and the response type code.";
    return { error: "invalid_client_metadata", detail };
  }
  return undefined;
}

/** One short line without anything that hides or reorders text: the name stands in a question to the user. */
export function shownName(name: string | undefined, otherwise: string): string {
  const line = (name ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  if (line === "") return otherwise;
  return shorten(line, MAX_NAME);
}

/** Whether a client_id is the address of a document about the client; anything else must be a registration of ours. */
export const isDocumentAddress = (clientId: string): boolean => /^https?:\/\//i.test(clientId);

/** What the address of such a document must be, beside one that we may call. */
export function addressProblem(clientId: string): string | undefined {
  if (!URL.canParse(clientId)) return "is not a URL";
  const url = new URL(clientId);
  if (url.username !== "" || url.password !== "" || clientId.includes("#")) return "must not have a user or a fragment";
  if (url.pathname === "/") return "must have a path";
  // Two spellings of one address would be two clients, or one client with the name of another.
  return url.href === clientId ? undefined : `must be written as ${url.href}`;
}
