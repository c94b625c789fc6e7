import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { hash } from "@node-rs/argon2";
import { SURFACE_PATHS, type Role, type Tokens, type User } from "@tackroom/contract";
import type { LightMyRequestResponse } from "fastify";
import { runSql } from "../src/platform/relational/index.js";
import type { TestServer } from "./server.js";

export interface RequestOptions {
  readonly token?: string | undefined;
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
}

export type Send = (
  line: `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} ${string}`,
  options?: RequestOptions,
) => Promise<LightMyRequestResponse>;

const READ_ATTEMPTS = 3;

/**
 * Speaks to the API as people do: `send("POST /auth/login", { body })`. As `tack` does, it repeats a read that is
 * answered with 503: a busy machine makes a database respond late, which is not what a test is about.
 */
export function createSend(server: Pick<TestServer, "app">): Send {
  const sendOnce = sendOnceTo(server);
  return async (line, options) => {
    for (let attempt = 1; ; attempt++) {
      const answer = await sendOnce(line, options);
      if (answer.statusCode !== 503 || !line.startsWith("GET ") || attempt === READ_ATTEMPTS) return answer;
      await setTimeout(2000);
    }
  };
}

function sendOnceTo(server: Pick<TestServer, "app">): Send {
  return (line, { token, key, body, headers = {}, ip = "127.0.0.1" } = {}) => {
    const [method = "GET", path = ""] = line.split(" ");
    return server.app.inject({
      method: method as "GET",
      // Surfaces for other clients are at the root.
      url: SURFACE_PATHS.test(path) ? path : `/api/v1${path}`,
      remoteAddress: ip,
      headers: {
        host: "localhost:8000",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "x-api-key": key }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
  };
}

export const PASSWORD = "Correct-Horse-7";

export interface Person {
  readonly user: User;
  readonly token: string;
  readonly refreshToken: string;
}

export interface People {
  /** Someone new with this role, signed in. */
  join(role?: Role): Promise<Person>;
}

/** Cheap on purpose: a hash says by itself what it costs, and hundreds of people sign in here. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Makes the first admin through the API, and everyone else in the database, with a hash that is quickly checked. */
export async function invitePeople(
  server: TestServer,
  newAddress: () => string = () => "127.0.0.1",
): Promise<People & { readonly admin: Person }> {
  const send = createSend(server);
  const token = server.platform.config.bootstrapToken?.reveal();
  const body = { email: "root@example.com", password: PASSWORD, ...(token === undefined ? {} : { token }) };
  const first = await send("POST /auth/bootstrap", { body });
  const admin = personOf(first.json());
  const passwordHash = await hash(PASSWORD, CHEAP);
  return {
    admin,
    async join(role = "user") {
      const username = `${role.replace("_", "")}-${randomUUID().slice(0, 8)}`;
      const email = `${username}@example.com`;
      await runSql(
        server.platform.relational,
        `INSERT INTO user_account (id, email, username, name, role, auth_provider, password_hash)
         VALUES (gen_random_uuid(), $1, $2, 'Test Person', $3, 'local', $4)`,
        [email, username, role, passwordHash],
      );
      const credentials = { email, password: PASSWORD };
      return personOf((await send("POST /auth/login", { ip: newAddress(), body: credentials })).json());
    },
  };
}

const personOf = (tokens: Tokens): Person => ({
  user: tokens.user,
  token: tokens.access_token,
  refreshToken: tokens.refresh_token ?? "",
});

/** Status and code: what a client decides by. */
export const verdict = (answer: LightMyRequestResponse): [number, string | undefined] => [
  answer.statusCode,
  answer.statusCode >= 400 ? answer.json().code : undefined,
];
