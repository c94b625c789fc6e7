import type { Log } from "../platform/log.js";
import { OutboundError, type Outbound } from "../platform/outbound/index.js";
import { unsafeTextErrors } from "../registry/index.js";
import type { Settings } from "../settings/index.js";
import { readFederatedResults, type FederatedResult } from "./core/federated-results.js";
import { ownDomains } from "./core/own-domains.js";
import { referralsOf, type RegistryReferral } from "./core/referrals.js";

/** What is passed on of a search: nothing of who asks. */
export interface FederatedSearch {
  readonly text: string;
  readonly filter?: Readonly<Record<string, string | readonly string[]>>;
  readonly pageSize: number;
}

/** The other registries that the setting allows. */
export interface Federation {
  /** Asks all of them at once; one that fails is left out, and takes no longer than the others may. */
  ask(search: FederatedSearch): Promise<FederatedResult[]>;
  referrals(): RegistryReferral[];
}

export interface FederationDeps {
  readonly outbound: Pick<Outbound, "fetch">;
  readonly settings: Pick<Settings, "get">;
  readonly log: Log;
  /** For each; contract §6 if not said. */
  readonly limitMs?: number;
}

const LIMIT_MS = 3000;
const MAX_ANSWER_BYTES = 2 * 1024 ** 2;

export function createFederation({ outbound, settings, log, limitMs = LIMIT_MS }: FederationDeps): Federation {
  const allowed = (): readonly string[] => settings.get("discovery.federation_allowlist");
  const failing = new Set<string>();

  const askOne = async (baseUrl: string, search: FederatedSearch): Promise<FederatedResult[]> => {
    try {
      const results = await searchAt(baseUrl, search);
      if (failing.delete(baseUrl)) log.info({ registry: baseUrl }, "a federated registry is responding again");
      return results;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      // Told when it begins and when it ends: every search meets it.
      if (!failing.has(baseUrl)) {
        log.warn(
          { registry: baseUrl, reason: error.message },
          "a federated registry is excluded from searches until it responds",
        );
      }
      failing.add(baseUrl);
      return [];
    }
  };

  const searchAt = async (baseUrl: string, { text, filter, pageSize }: FederatedSearch): Promise<FederatedResult[]> => {
    const answer = await outbound.fetch(`${baseUrl}/search`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      // It asks nobody else in turn, so no search goes in circles.
      body: JSON.stringify({ query: { text, ...(filter ? { filter } : {}) }, federation: "none", pageSize }),
      timeoutMs: limitMs,
      maxBytes: MAX_ANSWER_BYTES,
    });
    if (answer.status !== 200) throw new OutboundError(`${answer.url.host} responded with status ${answer.status}.`);
    const results = readFederatedResults(answer.json(), {
      source: baseUrl,
      ownDomains: ownDomains(settings.get("discovery.publisher_domain"), settings.get("deployment.public_url")),
      isUnsafe: (entry) => unsafeTextErrors(entry, "").length > 0,
    });
    if (!results) throw new OutboundError(`${answer.url.host} returned an invalid response: it has no results.`);
    return results;
  };

  return {
    ask: async (search) => (await Promise.all([...new Set(allowed())].map((url) => askOne(url, search)))).flat(),
    referrals: () => referralsOf([...new Set(allowed())]),
  };
}
