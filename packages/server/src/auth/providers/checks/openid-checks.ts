import type { SsoCheck } from "@tackroom/contract";
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  ResponseBodyError,
  type Configuration,
  type ServerMetadata,
} from "openid-client";
import { asSentence, reasonOf } from "../failures.js";
import { configure, discover, IssuerMismatch, type OpenIdSettings } from "../openid-client.js";
import type { ProviderFetch } from "../outbound-fetch.js";
import { clockCheck, failed, passed } from "./check.js";

/** Asks the provider whatever a sign-in would need, as far as that is possible without a person. */
export async function openIdChecks(
  settings: OpenIdSettings,
  redirectUri: string,
  fetch: ProviderFetch,
): Promise<SsoCheck[]> {
  let date: string | null = null;
  const watching: ProviderFetch = async (url, options) => {
    const answer = await fetch(url, options);
    date = answer.headers.get("date") ?? date;
    return answer;
  };
  const found = await readMetadata(settings, watching);
  if (!("metadata" in found)) return [found.check];
  const { metadata, check } = found;
  const configuration = configure(settings, metadata, watching);
  return [
    check,
    ...pkceCheck(metadata),
    await keysCheck(metadata, watching),
    await clientCheck(configuration, redirectUri),
    ...clockCheck(date),
  ];
}

type Found = { readonly check: SsoCheck; readonly metadata: ServerMetadata } | { readonly check: SsoCheck };

async function readMetadata(settings: OpenIdSettings, fetch: ProviderFetch): Promise<Found> {
  try {
    const metadata = await discover(settings, fetch);
    return { metadata, check: passed("discovery", `The issuer is ${metadata.issuer}.`) };
  } catch (error) {
    const reason = reasonOf(error);
    if (error instanceof IssuerMismatch) {
      return {
        check: failed(
          "issuer",
          `The discovery document belongs to another provider. ${reason}`,
          "Use the discovery address that the provider documents for your tenant.",
        ),
      };
    }
    return {
      check: failed(
        "discovery",
        `${settings.discoveryUrl} could not be read: ${reason}`,
        "Check the address, which usually ends in /.well-known/openid-configuration, and that this server can reach it.",
      ),
    };
  }
}

function pkceCheck({ code_challenge_methods_supported: supported }: ServerMetadata): SsoCheck[] {
  if (supported === undefined || supported.includes("S256")) return [];
  return [
    failed("pkce", "The provider does not support PKCE with S256.", "Enable PKCE for this client at the provider."),
  ];
}

async function keysCheck({ jwks_uri }: ServerMetadata, fetch: ProviderFetch): Promise<SsoCheck> {
  const remedy = "Ask the provider's operator: ID tokens cannot be verified without its keys.";
  if (jwks_uri === undefined) return failed("keys", "The discovery document has no jwks_uri.", remedy);
  try {
    const answer = await fetch(jwks_uri, { method: "GET", headers: { accept: "application/json" } });
    const { keys } = (await answer.json()) as { keys?: unknown[] };
    const count = Array.isArray(keys) ? keys.length : 0;
    if (count > 0) return passed("keys", `${count} signing ${count === 1 ? "key" : "keys"}.`);
    return failed("keys", `${jwks_uri} has no keys.`, remedy);
  } catch (error) {
    return failed("keys", `${jwks_uri} could not be read: ${reasonOf(error)}`, remedy);
  }
}

/** A code that cannot exist: a provider that knows the client says so of the code, and not of the client. */
export async function clientCheck(configuration: Configuration, redirectUri: string): Promise<SsoCheck> {
  const callback = new URL(redirectUri);
  callback.searchParams.set("code", "tackroom-configuration-test");
  const { issuer } = configuration.serverMetadata();
  callback.searchParams.set("iss", issuer);
  try {
    await authorizationCodeGrant(configuration, callback, { pkceCodeVerifier: "0".repeat(43) });
    return failed(
      "client",
      "The provider accepted a code that it never issued.",
      "Check that the provider is genuine.",
    );
  } catch (error) {
    return verdictOf(error, redirectUri);
  }
}

/** The last two are Provider B's own words. */
const ABOUT_THE_CODE = ["invalid_grant", "bad_verification_code"];
const ABOUT_THE_CLIENT = ["invalid_client", "unauthorized_client", "incorrect_client_credentials"];

function verdictOf(error: unknown, redirectUri: string): SsoCheck {
  const code = error instanceof ResponseBodyError || error instanceof AuthorizationResponseError ? error.error : "";
  if (ABOUT_THE_CODE.includes(code)) return passed("client", "The provider accepts the client ID and secret.");
  if (ABOUT_THE_CLIENT.includes(code)) {
    return failed(
      "client",
      `The provider rejected the client ID or secret (${code}).`,
      "Copy both from the provider again.",
    );
  }
  if (code === "redirect_uri_mismatch") {
    return failed("client", "The provider does not know the redirect URI.", `Register ${redirectUri} there.`);
  }
  return failed(
    "client",
    `The client ID and secret could not be checked: ${code === "" ? reasonOf(error) : asSentence(code)}`,
    "Check that this server can reach the provider's token endpoint.",
  );
}
