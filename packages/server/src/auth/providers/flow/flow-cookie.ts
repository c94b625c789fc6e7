import { randomBytes, timingSafeEqual } from "node:crypto";
import { parseCookie, stringifySetCookie } from "cookie";
import type { Call } from "../../../platform/http/index.js";
import type { Sealing } from "../../../platform/sealing/index.js";
import type { Settings } from "../../../settings/index.js";
import { secretHash } from "../../sessions/tokens.js";

const NAME = "tack_flow";

/** How long someone may take at the provider. */
export const FLOW_SECONDS = 3600;

export interface FlowCookieDeps {
  readonly settings: Pick<Settings, "get">;
  readonly sealing: Pick<Sealing, "keyedDigest">;
}

/** A browser that signs in, so that the way there, the way back and the exchange of the code are tied to it. */
export interface Browser {
  readonly hash: Buffer;
  readonly setCookie: string;
}

/** The browser of a request: the one that its cookie names, which may have a second sign-in open, or a new one. */
export function browserOf(deps: FlowCookieDeps, call: Pick<Call, "headers">): Browser {
  const id = knownId(deps, call) ?? randomBytes(32).toString("base64url");
  const setCookie = stringifySetCookie({
    name: NAME,
    value: `${id}.${signatureOf(deps, id).toString("base64url")}`,
    maxAge: FLOW_SECONDS,
    httpOnly: true,
    sameSite: "lax",
    path: "/api/v1",
    secure: deps.settings.get("deployment.frontend_url").startsWith("https:"),
  });
  return { hash: secretHash(id), setCookie };
}

/** Undefined for a browser that has started nothing, or whose cookie we did not make. */
export function knownBrowser(deps: FlowCookieDeps, call: Pick<Call, "headers">): Buffer | undefined {
  const id = knownId(deps, call);
  return id === undefined ? undefined : secretHash(id);
}

function knownId(deps: FlowCookieDeps, { headers }: Pick<Call, "headers">): string | undefined {
  const [id = "", signature = ""] = (parseCookie(headers.cookie ?? "")[NAME] ?? "").split(".");
  const [given, expected] = [Buffer.from(signature, "base64url"), signatureOf(deps, id)];
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined;
}

const signatureOf = ({ sealing }: FlowCookieDeps, id: string): Buffer => sealing.keyedDigest("sign-in flow", id);
