import { LRUCache } from "lru-cache";
import type { Config } from "../platform/config/index.js";
import type { Authenticate } from "../platform/http/index.js";
import type { Log } from "../platform/log.js";
import type { Outbound } from "../platform/outbound/index.js";
import type { Db, Tx } from "../platform/relational/tx.js";
import type { Sealing } from "../platform/sealing/index.js";
import type { ManagedSettings, Resealed, Settings } from "../settings/index.js";
import { touchKey } from "./stores/api-key-store.js";
import { attestationKeyFile, openAttestation, type Attestation } from "./signing/attestation.js";
import { createAuthenticate } from "./sessions/authenticate.js";
import { createClientSignIns, type ClientSignIns } from "./sessions/client-sign-ins.js";
import { mcpResource } from "./sessions/mcp-resource.js";
import { createHolders } from "./sessions/holders.js";
import { createPasswords } from "./passwords/passwords.js";
import { resealGrants } from "./providers/flow/reseal-grants.js";
import { createStillVouched } from "./providers/flow/still-vouched.js";
import { openProviders, type ProviderConfig } from "./providers/open-providers.js";
import { createLogoutUrl } from "./providers/saml/logout-url.js";
import type { AuthDeps } from "./routes.js";
import { checkKeyFiles } from "./signing/key-files.js";
import { openSigningKeys, signingKeyFile } from "./signing/signing-keys.js";
import { createTokenIssuer } from "./sessions/tokens.js";

export interface OpenAuth {
  readonly config: Pick<
    Config,
    "jwtKeyDir" | "jwtSigningAlgorithm" | "jwtKeyPassword" | "oldJwtKeyPassword" | "bootstrapToken"
  > &
    ProviderConfig;
  readonly db: Db;
  readonly outbound: Outbound;
  readonly isSingleProcess: boolean;
  readonly settings: ManagedSettings;
  readonly sealing: Sealing;
  readonly log: Log;
}

export interface Auth {
  readonly deps: AuthDeps;
  readonly authenticate: Authenticate;
  readonly clientSignIns: ClientSignIns;
  /** Signs what the service says of a published version. */
  readonly attest: Attestation;
  /** Renews the seals of what providers are asked with. */
  readonly reseal: (tx: Tx) => Promise<Resealed>;
  /** To be called after every write of a request: what was read of accounts may no longer be true. */
  forget(): void;
}

export async function openAuth(given: OpenAuth): Promise<Auth> {
  const { config, db, isSingleProcess, settings, sealing, log } = given;
  const directory = config.jwtKeyDir;
  const passwords = { current: config.jwtKeyPassword, former: config.oldJwtKeyPassword };
  checkKeyFiles([signingKeyFile(directory), attestationKeyFile(directory)], passwords);
  const keys = openSigningKeys({
    directory,
    algorithm: config.jwtSigningAlgorithm,
    passwords,
    keepRetiredDays: maxLifetimeDays(settings),
  });
  const attest = await openAttestation({
    directory,
    passwords,
    tokenKeys: keys.verifiers,
    db,
  });
  const tokens = createTokenIssuer({ keys, settings });
  const providers = openProviders(given);
  const holders = createHolders({ db, isSingleProcess });
  const stillVouched = createStillVouched({ db, sealing, providers, log });
  // A log level must not swallow what the operator is to hand on.
  const console = log.child({}, { level: "info" });
  return {
    deps: {
      db,
      keys,
      tokens,
      settings,
      sealing,
      passwords: createPasswords(),
      bootstrapToken: config.bootstrapToken,
      providers,
      stillVouched,
      logoutUrl: createLogoutUrl({ db, sealing, settings }),
      announce: (message) => console.info(message),
    },
    attest,
    clientSignIns: createClientSignIns({ db, tokens, stillVouched }),
    reseal: (tx) => resealGrants(sealing, tx),
    authenticate: createAuthenticate({
      tokens,
      holders,
      mcpResource: () => mcpResource(settings),
      keyUsed: createKeyNotes(db, log),
    }),
    forget: () => holders.forget(),
  };
}

function maxLifetimeDays(settings: Settings): number {
  const hooksDays = settings.get("jwt.hooks_token_expire_minutes") / (24 * 60);
  return Math.max(30, settings.get("jwt.refresh_token_expire_days"), hooksDays);
}

const NOTE_EVERY_MS = 60_000;

/** Notes when a key was last used, at most once a minute and never in the way of the request. */
function createKeyNotes(db: Db, log: Log): (keyId: string, ip: string) => void {
  const noted = new LRUCache<string, true>({ max: 10_000, ttl: NOTE_EVERY_MS });
  return (keyId, ip) => {
    if (noted.has(keyId)) return;
    noted.set(keyId, true);
    touchKey(db, keyId, ip).catch((error: unknown) =>
      log.warn({ err: error }, "the last use of an API key could not be recorded"),
    );
  };
}
