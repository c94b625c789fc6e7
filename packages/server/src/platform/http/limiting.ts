import { fullPath, type EndpointShape, type Limited } from "@tackroom/contract";
import type { FastifyRequest } from "fastify";
import type { RateLimits } from "../rate-limits/index.js";
import { ServiceError } from "../service-error.js";
import type { CallState } from "./auditing.js";
import { addressBucket } from "./address-bucket.js";
import { createSlowDown } from "./slow-down.js";

/** Counts calls because their endpoints say so (contract §2.2). */
export interface Limiting {
  /** Before the body is read: by address, unless the endpoint counts by something that is only known later. */
  arrived(request: FastifyRequest, state: CallState): Promise<void>;
  /** Once the caller is known, or their credentials turned out to be bad. */
  authenticated(request: FastifyRequest, state: CallState): Promise<void>;
  /** Once the body is read: whether it holds a password, and which account it names. */
  parsed(request: FastifyRequest, state: CallState): Promise<void>;
  /** For endpoints that count failures only, or whose use case counts by itself and refused before it did. */
  refused(request: FastifyRequest, state: CallState, status: number): Promise<void>;
  succeeded(state: CallState): Promise<void>;
  countAs(state: CallState, whom: string): Promise<void>;
}

export function createLimiting(limits: RateLimits): Limiting {
  const slowDown = createSlowDown(limits.attempts);
  const count = async (state: CallState, rate: CountedRate, whom: string): Promise<void> => {
    state.counted = true;
    const waitSeconds = await limits.take(rate, `${bucketOf(state.endpoint, rate)} ${whom}`);
    if (waitSeconds === 0) return;
    throw new ServiceError("rate_limited", `Too many requests. Retry in ${waitSeconds} seconds.`, {
      retryAfterSeconds: waitSeconds,
    });
  };
  const countAddress = (request: FastifyRequest, state: CallState, rate: CountedRate): Promise<void> =>
    count(state, rate, `address:${addressBucket(request.ip)}`);

  const endAttempt = async (state: CallState, succeeded: boolean): Promise<void> => {
    const { account } = state;
    state.account = undefined;
    if (account !== undefined) await slowDown.ended(account, succeeded);
  };

  return {
    async arrived(request, state) {
      const limited = limitOf(state);
      if (limited?.rate === "strict" || limited?.rate === "webhook") return countAddress(request, state, limited.rate);
      if (limited?.rate === "general" && !countsLater(limited) && state.endpoint.access === "anyone") {
        await countAddress(request, state, "general");
      }
    },
    async authenticated(request, state) {
      const limited = limitOf(state);
      if (limited?.rate !== "general" || countsLater(limited) || state.counted) return;
      // An unverified bearer token has no bucket of its own: unknown callers are counted by IP address.
      if (state.caller) await count(state, "general", `user:${state.caller.userId}`);
      else await countAddress(request, state, "general");
    },
    async parsed(request, state) {
      const limited = limitOf(state);
      if (!limited) return;
      const body = membersOf(request.body);
      if (limited.rate === "strict_with_password") {
        await countAddress(request, state, "password" in body ? "strict" : "general");
      }
      const account = limited.slowsDownBy === undefined ? undefined : body[limited.slowsDownBy];
      if (typeof account !== "string") return;
      state.account = accountBucket(account);
      await slowDown.attempt(state.account);
    },
    async refused(request, state, status) {
      await endAttempt(state, false);
      const limited = limitOf(state);
      // What went wrong on our side is nobody's failure.
      if (!limited || !countsLater(limited) || state.counted || status >= 500) return;
      await countAddress(request, state, "general");
    },
    succeeded: (state) => endAttempt(state, true),
    countAs: (state, whom) => count(state, "general", whom),
  };
}

const countsLater = ({ counts, byUseCase }: Limited): boolean => counts === "failures" || byUseCase === true;

/** Counting comes before validation: a body may still be anything, also a text or a number. */
const membersOf = (body: unknown): Record<string, unknown> =>
  typeof body === "object" && body !== null ? { ...body } : {};

const limitOf = ({ endpoint }: CallState): Limited | undefined => endpoint.limited;

type CountedRate = "strict" | "general" | "webhook";

function bucketOf(endpoint: EndpointShape, rate: CountedRate): string {
  const isShared = rate === "webhook" || (endpoint.limited?.shared && rate === "strict");
  return isShared ? rate : `${endpoint.method} ${fullPath(endpoint)}`;
}

/** As accounts are looked up: `Ada@x ` and `ada@x` are one. */
const accountBucket = (named: string): string => named.trim().toLowerCase().slice(0, 254);
