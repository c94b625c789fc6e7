import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type CustomFetch,
  type ServerMetadata,
} from "openid-client";
import { upstreamFailure } from "./failures.js";
import { PROVIDER_TIMEOUT_MS } from "./outbound-fetch.js";

export interface OpenIdSettings {
  readonly clientId: string;
  /** Empty for a client without one. */
  readonly clientSecret: string;
  readonly discoveryUrl: string;
}

/** Endpoints of a provider hardly ever move, and its keys are fetched with each sign-in anyway. */
const REMEMBER_METADATA_MS = 60 * 60 * 1000;

export interface OpenIdClient {
  readonly clientId: string;
  /** A client with nothing remembered but the provider's endpoints, so that a key that was rotated a moment ago is found. */
  configuration(): Promise<Configuration>;
}

export function createOpenIdClient(settings: OpenIdSettings, fetch: CustomFetch): OpenIdClient {
  let known: { readonly metadata: Promise<ServerMetadata>; readonly until: number } | undefined;
  const metadata = (): Promise<ServerMetadata> => {
    if (known && known.until > Date.now()) return known.metadata;
    const found = discover(settings, fetch);
    known = { metadata: found, until: Date.now() + REMEMBER_METADATA_MS };
    // A provider that was down is asked again by the next one who signs in.
    found.catch(() => void (known = undefined));
    return found;
  };
  return {
    clientId: settings.clientId,
    async configuration() {
      const found = await metadata().catch((error: unknown) => {
        throw upstreamFailure("The identity provider's discovery document could not be read", error);
      });
      return configure(settings, found, fetch);
    },
  };
}

/** Reads what a provider publishes about itself; its issuer must be the one that the address stands for. */
export async function discover(settings: OpenIdSettings, fetch: CustomFetch): Promise<ServerMetadata> {
  const url = new URL(settings.discoveryUrl);
  const found = await discovery(url, settings.clientId, undefined, None(), {
    [customFetch]: fetch,
    timeout: PROVIDER_TIMEOUT_MS / 1000,
    // The outbound guard decides where unencrypted calls may go: to hosts that the operator has named.
    execute: isPlain(url) ? [allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  requireOwnIssuer(url, metadata.issuer);
  return metadata;
}

const WELL_KNOWN = "/.well-known/openid-configuration";

/** OpenID Connect Discovery 1.0, section 4.3. The library checks it for an address without the well-known path only. */
function requireOwnIssuer({ href }: URL, issuer: string): void {
  const [expected = ""] = href.split(WELL_KNOWN);
  const isSame = expected.replace(/\/$/, "") === issuer.replace(/\/$/, "");
  if (!href.includes(WELL_KNOWN) || isSame) return;
  throw new IssuerMismatch(`The issuer is ${issuer}, but the address stands for ${expected}.`);
}

export class IssuerMismatch extends Error {}

export function configure(settings: OpenIdSettings, metadata: ServerMetadata, fetch: CustomFetch): Configuration {
  const { clientId, discoveryUrl } = settings;
  const configuration = new Configuration(metadata, clientId, undefined, authenticationOf(settings, metadata));
  configuration[customFetch] = fetch;
  configuration.timeout = PROVIDER_TIMEOUT_MS / 1000;
  // Without it the signature of an ID token that came straight from the provider is not looked at.
  enableNonRepudiationChecks(configuration);
  if (isPlain(new URL(discoveryUrl))) allowInsecureRequests(configuration);
  return configuration;
}

/** As the provider wants it; without a word, the way that every provider has to know. */
function authenticationOf({ clientSecret }: OpenIdSettings, metadata: ServerMetadata): ClientAuth {
  if (clientSecret === "") return None();
  const supported = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return supported.includes("client_secret_basic") ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
}

const isPlain = ({ protocol }: URL): boolean => protocol === "http:";
