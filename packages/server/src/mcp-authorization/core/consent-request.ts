import { MCP_SCOPE, type McpConsentQuery } from "@tackroom/contract";

/** What is asked for, once everything about it is right. */
export interface ConsentRequest {
  readonly codeChallenge: string;
  readonly scope: string;
}

export type ReadRequest =
  | ({ readonly ok: true } & ConsentRequest)
  | { readonly ok: false; readonly error: string; readonly detail: string };

const wrong = (error: string, detail: string): ReadRequest => ({ ok: false, error, detail });

/** Reads what the client is asked about after it is known who it is. */
export function readConsentRequest(query: McpConsentQuery, resource: string): ReadRequest {
  const { response_type: type, code_challenge: challenge, code_challenge_method: method, scope } = query;
  if (type !== "code") return wrong("unsupported_response_type", "response_type must be code.");
  if (challenge === undefined || !/^[A-Za-z0-9_-]{43}$/.test(challenge) || method !== "S256") {
    return wrong("invalid_request", "PKCE is required: send code_challenge with code_challenge_method=S256.");
  }
  if (query.resource !== undefined && !isResource(query.resource, resource)) {
    return wrong("invalid_target", `resource must be ${resource}.`);
  }
  const scopes = (scope ?? MCP_SCOPE).split(" ").filter((each) => each !== "");
  // Clients may ask for more than there is, and are told what they have got.
  if (scopes.length > 0 && !scopes.includes(MCP_SCOPE)) {
    return wrong("invalid_scope", `The only scope is ${MCP_SCOPE}.`);
  }
  return { ok: true, codeChallenge: challenge, scope: MCP_SCOPE };
}

/** The same address, be it written with a slash at its end. */
export const isResource = (given: string, resource: string): boolean => given === resource || given === `${resource}/`;
