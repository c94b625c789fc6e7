import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider, type Configuration, type KoaContextWithOIDC } from "oidc-provider";

export interface Claims {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** A certified OpenID Connect provider on this machine, whose people need only a name to sign in. */
export interface OpenIdProvider {
  readonly issuer: string;
  readonly discoveryUrl: string;
  readonly provider: Provider;
  /** What it says of someone from now on. */
  say(login: string, claims: Claims): void;
  /** Nobody's grants are renewed from now on. */
  letGo(login: string): void;
  close(): Promise<void>;
}

export const CLIENT = { clientId: "tack", clientSecret: "s3cret-of-tack" } as const;

export async function startOpenIdProvider(redirectUri: string, more: Configuration = {}): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const claims = new Map<string, Claims>();
  const gone = new Set<string>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        backchannel_logout_session_required: true,
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: async (_context, sub) =>
      gone.has(sub) ? undefined : { accountId: sub, claims: async () => ({ sub, ...claims.get(sub) }) },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    loadExistingGrant: grantEverything,
    features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
    cookies: { keys: ["only for tests"] },
    ttl: { AccessToken: 60, Grant: 600, IdToken: 60, Interaction: 600, RefreshToken: 600, Session: 600 },
    ...more,
  });
  const answer = provider.callback();
  server.on("request", (request, response) => void answer(request, response));
  return {
    issuer,
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    provider,
    say: (login, said) => void claims.set(login, said),
    letGo: (login) => void gone.add(login),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Nobody is asked whether the application may know their name. */
async function grantEverything(context: KoaContextWithOIDC) {
  const { client, session, provider } = context.oidc;
  if (!client || !session?.accountId) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope("openid profile email");
  await grant.save();
  return grant;
}
