import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTPayload } from "jose";
import { sendJson, startWebSite, type WebSite } from "../web-site.js";

/** What an OpenID Connect provider that lies does with the next sign-in. */
export interface Forgery {
  /** The claims of the ID token; those of an honest one are given. */
  readonly claims?: (honest: JWTPayload) => JWTPayload;
  /** Signs with a key that it does not publish. */
  readonly unknownKey?: boolean;
  readonly noIdToken?: boolean;
  /** Signs with a new key and publishes it only from then on. */
  readonly rotatesKey?: boolean;
  readonly tokenStatus?: number;
  /** What it tells when it is asked for a profile. */
  readonly profile?: object;
  /** Does not tell a profile when it is asked for one. */
  readonly brokenProfile?: boolean;
}

export interface ForgingProvider extends Pick<WebSite, "close" | "url" | "requests"> {
  readonly discoveryUrl: string;
  forge(next: Forgery): void;
  /** What the browser would bring back after it has been sent to the provider. */
  approve(address: string): { readonly code: string; readonly state: string; readonly iss: string };
  /** A token that the provider would send to the back channel. */
  sign(claims: JWTPayload, headers?: { readonly typ?: string; readonly key?: "unknown" }): Promise<string>;
  /** Of such a token, valid unless `more` says otherwise. */
  logoutClaims(more: JWTPayload): JWTPayload;
}

/** Speaks just enough of the protocol to tell lies that a certified provider cannot be made to tell. */
export async function startForgingProvider(clientId: string): Promise<ForgingProvider> {
  let key = await newKey();
  let published = key;
  let forgery: Forgery = {};
  let nonce = "";
  const stranger = await newKey();

  const idToken = async (url: string): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const honest = {
      iss: url,
      aud: clientId,
      sub: "mallory",
      email: "mallory@example.com",
      email_verified: true,
      nonce,
      iat: now,
      exp: now + 300,
    };
    const { email: _email, ...anonymous } = honest;
    const said = forgery.brokenProfile ? anonymous : (forgery.claims?.(honest) ?? honest);
    return sign(forgery.unknownKey ? stranger : key, said);
  };

  const site = await startWebSite((request, response) => {
    const url = `http://${request.headers.host}`;
    const answer = async (): Promise<void> => {
      if (request.path.endsWith("openid-configuration")) return sendJson(response, metadataOf(url));
      if (request.path === "/userinfo") {
        return forgery.profile ? sendJson(response, forgery.profile) : void response.socket?.destroy();
      }
      if (request.path === "/jwks") return sendJson(response, { keys: [published.jwk] });
      if (forgery.rotatesKey) {
        key = await newKey();
        published = key;
      }
      const tokens = { access_token: "a", token_type: "bearer", expires_in: 60 };
      if (forgery.tokenStatus !== undefined) return sendJson(response, { error: "server_error" }, forgery.tokenStatus);
      sendJson(response, forgery.noIdToken ? tokens : { ...tokens, id_token: await idToken(url) });
    };
    void answer();
  });

  return {
    ...site,
    discoveryUrl: `${site.url}/.well-known/openid-configuration`,
    forge: (next) => void (forgery = next),
    approve(address) {
      const sent = new URL(address).searchParams;
      nonce = sent.get("nonce") ?? "";
      return { code: "any", state: sent.get("state") ?? "", iss: site.url };
    },
    logoutClaims: (more) => ({ ...logoutClaims(site.url, clientId), ...more }),
    sign: (claims, { typ = "logout+jwt", key: which } = {}) => sign(which === "unknown" ? stranger : key, claims, typ),
  };
}

function logoutClaims(issuer: string, audience: string): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: issuer,
    aud: audience,
    iat: now,
    exp: now + 60,
    jti: crypto.randomUUID(),
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  };
}

interface Key {
  readonly privateKey: CryptoKey;
  readonly jwk: object;
  readonly kid: string;
}

async function newKey(): Promise<Key> {
  const kid = crypto.randomUUID();
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  return { privateKey, kid, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256", use: "sig" } };
}

const sign = ({ privateKey, kid }: Key, claims: JWTPayload, typ = "JWT"): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid, typ }).sign(privateKey);

const metadataOf = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  userinfo_endpoint: `${url}/userinfo`,
  id_token_signing_alg_values_supported: ["ES256"],
  response_types_supported: ["code"],
  subject_types_supported: ["public"],
});
