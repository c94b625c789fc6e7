import { ClientRegistration } from "@tackroom/contract";
import { LRUCache } from "lru-cache";
import { checkInput } from "../platform/http/index.js";
import { OutboundError, OutboundRefusal, type Outbound } from "../platform/outbound/index.js";
import type { Sealing } from "../platform/sealing/index.js";
import { ServiceError } from "../platform/service-error.js";
import { addressProblem, isDocumentAddress, registrationProblem, shownName, type McpClient } from "./core/client.js";

/** Who a client_id stands for. */
export interface Clients {
  /** A client_id that holds all that there is to know of the client. */
  register(client: Pick<McpClient, "name" | "redirectUris">): { readonly clientId: string; readonly issuedAt: number };
  /** Throws the refusal of one that is unknown, has expired or cannot be read. */
  find(clientId: string): Promise<McpClient>;
}

export interface ClientsDeps {
  readonly sealing: Pick<Sealing, "seal" | "unseal">;
  readonly outbound: Pick<Outbound, "fetch">;
}

const CONTEXT = "mcp client";
const LIFETIME_DAYS = 90;
const DAY_SECONDS = 24 * 60 * 60;

/** Documents are small, and are asked for while someone waits for a page. */
const FETCH = { timeoutMs: 5000, maxBytes: 16 * 1024, redirects: 0 } as const;
/** What a document said is believed this long. */
const KEPT_MS = 5 * 60_000;
const MAX_KEPT = 500;

/**
 * A registration costs the server nothing to keep: it is sealed into the client_id, so nobody can fill a table with them, and
 * every replica knows them all.
 */
export function createClients({ sealing, outbound }: ClientsDeps): Clients {
  const documents = new LRUCache<string, McpClient>({ max: MAX_KEPT, ttl: KEPT_MS });
  return {
    register({ name, redirectUris }) {
      const issuedAt = Math.floor(Date.now() / 1000);
      const sealed = sealing.seal(CONTEXT, JSON.stringify([issuedAt, name, ...redirectUris]));
      return { clientId: sealed.toString("base64url"), issuedAt };
    },
    async find(clientId) {
      if (!isDocumentAddress(clientId)) return registered(sealing, clientId);
      const known = documents.get(clientId);
      if (known) return known;
      const client = await readDocument(outbound, clientId);
      documents.set(clientId, client);
      return client;
    },
  };
}

function registered(sealing: ClientsDeps["sealing"], clientId: string): McpClient {
  const text = sealing.unseal(CONTEXT, Buffer.from(clientId, "base64url"));
  const [issuedAt, name, ...redirectUris] =
    text === undefined ? [] : (JSON.parse(text) as [number, string, ...string[]]);
  if (issuedAt !== undefined && name !== undefined && issuedAt + LIFETIME_DAYS * DAY_SECONDS > Date.now() / 1000) {
    return { name, host: null, redirectUris };
  }
  throw new ServiceError(
    "invalid_state",
    "The application is not registered here, or its registration has expired. Remove its saved sign-in in the application and connect again.",
    { extra: { error: "invalid_client" } },
  );
}

const checkDocument = checkInput(ClientRegistration, "document");

async function readDocument(outbound: ClientsDeps["outbound"], clientId: string): Promise<McpClient> {
  const problem = addressProblem(clientId);
  if (problem !== undefined) throw unreadable("malformed_request", `Its address ${problem}.`);
  try {
    const answer = await outbound.fetch(clientId, { ...FETCH, headers: { accept: "application/json" } });
    if (answer.status !== 200) throw unreadable("upstream_error", `${answer.url.host} answered with ${answer.status}.`);
    return clientIn(answer.json(), clientId);
  } catch (error) {
    // Nothing was called: the address is what is wrong.
    if (error instanceof OutboundRefusal) throw unreadable("malformed_request", error.message, error);
    if (error instanceof OutboundError) throw unreadable("upstream_error", error.message, error);
    throw error;
  }
}

function clientIn(document: unknown, clientId: string): McpClient {
  if (typeof document !== "object" || document === null || !("client_id" in document)) {
    throw unreadable("upstream_error", "The document is not valid client metadata.");
  }
  if (document.client_id !== clientId) throw unreadable("upstream_error", "The document describes another client.");
  const registration = readable(document);
  const problem = registrationProblem(registration);
  if (problem) throw unreadable("upstream_error", problem.detail);
  const { host } = new URL(clientId);
  return { name: shownName(registration.client_name, host), host, redirectUris: registration.redirect_uris };
}

function readable(document: object): ClientRegistration {
  try {
    return checkDocument(document);
  } catch (error) {
    if (error instanceof ServiceError) throw unreadable("upstream_error", error.message, error);
    throw error;
  }
}

function unreadable(code: "malformed_request" | "upstream_error", detail: string, cause?: unknown): ServiceError {
  return new ServiceError(code, `The document that describes the application cannot be used. ${detail}`, {
    cause,
    extra: { error: "invalid_client" },
  });
}
