import type { EndpointShape } from "@tackroom/contract";
import type { FastifyError, FastifyRequest } from "fastify";
import type { RateLimits } from "../rate-limits/index.js";
import { ServiceError } from "../service-error.js";
import { admit, type Authenticate } from "./admit.js";
import { createAuditing, joined, type AuditSink, type CallState } from "./auditing.js";
import type { Call, Caller, Identity, PrivilegedRead } from "./call.js";
import { createLimiting } from "./limiting.js";
import { refusalOf } from "./problems.js";

export interface GuardOptions {
  readonly authenticate: Authenticate;
  readonly audit: AuditSink;
  readonly limits: RateLimits;
  /** Whether accounts with passwords are switched off at this moment. */
  readonly isSsoOnly: () => boolean;
  /** Why nothing can be written now (a full disk), or null. */
  readonly refusal: () => string | null;
}

/** What an endpoint declares besides its input: who may call it, how often, and what is recorded of it. */
export interface Guard {
  /** Before the body is read: a stranger learns nothing of what it should look like, and sends none for nothing. */
  arrived(request: FastifyRequest): Promise<void>;
  parsed(request: FastifyRequest): Promise<void>;
  call(request: FastifyRequest): Call;
  caller(request: FastifyRequest): Caller | null;
  answered(request: FastifyRequest, status: number): Promise<void>;
  /** What to answer instead of an error: the error itself, or what keeps it from being counted and recorded. */
  failed(request: FastifyRequest, error: FastifyError): Promise<FastifyError>;
}

export function createGuards(options: GuardOptions): (endpoint: EndpointShape) => Guard {
  const auditing = createAuditing(options.audit);
  const limiting = createLimiting(options.limits);
  return (endpoint) => {
    const writes = endpoint.method !== "GET" && !endpoint.readsOnly;
    const stateOf = rememberStates(endpoint);

    return {
      async arrived(request) {
        const state = stateOf(request);
        await limiting.arrived(request, state);
        if (endpoint.access !== "anyone") {
          const identity = await options.authenticate(request).catch(async (error: unknown) => {
            await limiting.authenticated(request, state);
            throw error;
          });
          state.caller = identity && asCaller(identity, state.reads);
          await limiting.authenticated(request, state);
          admit(endpoint, state.caller);
        }
        const refused = writes ? options.refusal() : null;
        if (refused) throw new ServiceError("unavailable", refused, { retryAfterSeconds: 5 });
      },
      async parsed(request) {
        await limiting.parsed(request, stateOf(request));
        if (isForLocalAccounts(endpoint, request.body) && options.isSsoOnly()) throw ssoOnly();
      },
      caller: (request) => stateOf(request).caller,
      call(request) {
        const state = stateOf(request);
        return {
          peer: request.socket.remoteAddress,
          ip: request.ip,
          headers: request.headers,
          url: request.url,
          act: auditing.act(request, state),
          describeForAudit: (about) => void (state.about = joined(state.about, about)),
          part: () => auditing.part(request, state),
          countAs: (whom) => limiting.countAs(state, whom),
        };
      },
      async answered(request, status) {
        const state = stateOf(request);
        if (state.account !== undefined) await limiting.succeeded(state);
        await auditing.answered(request, state, status);
      },
      async failed(request, error) {
        try {
          const { status } = refusalOf(error);
          await limiting.refused(request, stateOf(request), status);
          await auditing.answered(request, stateOf(request), status);
          return error;
        } catch (instead) {
          return instead as FastifyError;
        }
      },
    };
  };
}

function isForLocalAccounts({ localAccountsOnly }: EndpointShape, body: unknown): boolean {
  if (localAccountsOnly !== "with_password") return localAccountsOnly === "always";
  return typeof body === "object" && body !== null && "password" in body;
}

const ssoOnly = (): ServiceError =>
  new ServiceError("sso_only", "This server only accepts single sign-on; passwords are disabled.");

/** What is known of each request of an endpoint while it is answered. */
function rememberStates(endpoint: EndpointShape): (request: FastifyRequest) => CallState {
  const states = new WeakMap<FastifyRequest, CallState>();
  return (request) => {
    const known = states.get(request);
    if (known) return known;
    const state = newState(endpoint);
    states.set(request, state);
    return state;
  };
}

/** Every request has an identity of its own. To copy it with one member more would be the dearest step of the guard. */
function asCaller(identity: Identity, reads: PrivilegedRead[]): Caller {
  return Object.assign(identity, { notePrivilegedRead: (read: PrivilegedRead) => void reads.push(read) });
}

function newState(endpoint: EndpointShape): CallState {
  return { endpoint, startedAt: new Date(), caller: null, about: {}, reads: [], recorded: false, counted: false };
}
