import { randomInt } from "node:crypto";
import { DEVICE_GRANT } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createSend,
  invitePeople,
  PASSWORD,
  type People,
  type Person,
  type RequestOptions,
  type Send,
} from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { serverSizes } from "../../test/sizes.js";

/** Redis outlives a run of the tests, and so do its buckets: every caller gets an address of their own. */
const newAddress = (): string => `100.${64 + randomInt(64)}.${randomInt(256)}.${randomInt(256)}`;

describe.each(serverSizes)("rate limits ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  beforeAll(async () => {
    const env = { RATE_LIMIT_AUTH: "4/hour", RATE_LIMIT_AUTH_STRICT: "3/hour", TRUSTED_PROXIES: "10.0.0.1" };
    server = await startTestServer({ on, env });
    const plain = createSend(server);
    send = (line, options = {}) => plain(line, { ip: newAddress(), ...options });
    people = await invitePeople(server, newAddress);
  });
  afterAll(() => server.close());

  const nobody = (): string => `nobody-${randomInt(1e9)}@example.com`;
  const statuses = async (times: number, one: (n: number) => ReturnType<Send>): Promise<number[]> => {
    const seen: number[] = [];
    for (let n = 0; n < times; n++) seen.push((await one(n)).statusCode);
    return seen;
  };
  const login = (options: RequestOptions, email = nobody()): ReturnType<Send> =>
    send("POST /auth/login", { ...options, body: { email, password: "x" } });

  test("count everything that tries passwords in one bucket per address, and say when to come back", async () => {
    const ip = newAddress();
    const body = { email: nobody(), name: "X", password: "x" };
    expect((await login({ ip })).statusCode).toBe(401);
    expect((await send("POST /auth/register", { ip, body })).statusCode).toBe(403);
    expect((await send("POST /auth/request-reset", { ip, body: { email: nobody() } })).statusCode).toBe(200);
    const refused = await login({ ip });
    expect(refused.json()).toMatchObject({ status: 429, code: "rate_limited" });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3000);
    expect((await send("POST /auth/token", { ip, body: { email: nobody(), password: "x" } })).statusCode).toBe(429);
    expect((await login({ ip: newAddress() })).statusCode).toBe(401);
  });

  test("never refuse someone for what strangers tried on their account; they only slow it down", async () => {
    const { user } = await people.join();
    const wrong = (): ReturnType<Send> => login({ ip: newAddress() }, ` ${user.email.toUpperCase()}`);
    expect(await statuses(9, wrong)).toEqual(Array.from({ length: 9 }, () => 401));
    const right = { email: user.email, password: PASSWORD };
    const begun = performance.now();
    expect((await send("POST /auth/token", { ip: newAddress(), body: right })).statusCode).toBe(200);
    const slow = performance.now() - begun;
    expect(slow).toBeGreaterThan(1000);
    const again = performance.now();
    expect((await send("POST /auth/login", { ip: newAddress(), body: right })).statusCode).toBe(200);
    expect(performance.now() - again).toBeLessThan(slow / 2);
  });

  test("delay any number of attempts on an account at the same time by a bounded time", async () => {
    const email = nobody();
    await statuses(12, () => login({ ip: newAddress() }, email));
    const begun = performance.now();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login({ ip: newAddress() }, email)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    // Twenty delays of two seconds, one after the other, would be forty.
    expect(performance.now() - begun).toBeLessThan(30_000);
  });

  test("let everyone refresh a session as often as they like, and count the refreshes that fail", async () => {
    const { refreshToken } = await people.join();
    const ip = newAddress();
    const refresh = (refresh_token: string): ReturnType<Send> =>
      send("POST /auth/token/refresh", { ip, body: { refresh_token } });
    expect(await statuses(13, () => refresh(refreshToken))).toEqual(Array.from({ length: 13 }, () => 200));
    expect(await statuses(5, (n) => refresh(`random-${n}`))).toEqual([401, 401, 401, 401, 429]);
    // Whoever shares an address with a failing client is not signed out by it.
    expect((await refresh(refreshToken)).statusCode).toBe(200);
  });

  test("give nobody a fresh bucket for credentials that nobody has verified", async () => {
    const ip = newAddress();
    const random = (n: number): RequestOptions => ({ ip, token: `random-${n}`, headers: { "x-api-key": `key-${n}` } });
    expect(await statuses(4, (n) => login(random(n)))).toEqual([401, 401, 401, 429]);
    const other = newAddress();
    const hooks = (n: number): ReturnType<Send> => send("POST /auth/hooks-token", { ...random(n), ip: other });
    expect(await statuses(5, hooks)).toEqual([401, 401, 401, 401, 429]);
    const third = newAddress();
    const refresh = (n: number): ReturnType<Send> =>
      send("POST /auth/token/refresh", { ip: third, body: { refresh_token: `random-${n}` } });
    expect(await statuses(5, refresh)).toEqual([401, 401, 401, 401, 429]);
  });

  test("count by the address that a trusted proxy names, and by no other header", async () => {
    const client = newAddress();
    const viaProxy = (n: number): ReturnType<Send> =>
      login({ ip: "10.0.0.1", headers: { "x-forwarded-for": `${n}.${n}.${n}.${n}, ${client}` } });
    expect(await statuses(4, viaProxy)).toEqual([401, 401, 401, 429]);
    const liar = newAddress();
    const forged = (): ReturnType<Send> => login({ ip: liar, headers: { "x-forwarded-for": newAddress() } });
    expect(await statuses(4, forged)).toEqual([401, 401, 401, 429]);
  });

  test("count the polls of a device by its code, and unknown codes by address", async () => {
    const started = (await send("POST /auth/device/authorize", { ip: newAddress() })).json();
    const poll = (device_code: string, ip: string): ReturnType<Send> =>
      send("POST /auth/device/token", { ip, body: { device_code, grant_type: DEVICE_GRANT } });
    expect(await statuses(5, () => poll(started.device_code, newAddress()))).toEqual([428, 428, 428, 428, 429]);
    const ip = newAddress();
    expect(await statuses(5, (n) => poll(`guess-${n}`, ip))).toEqual([400, 400, 400, 400, 429]);
  });

  test("count a general endpoint by user once the token is verified, each endpoint by itself", async () => {
    const { token } = people.admin;
    const rename = (n: number): ReturnType<Send> =>
      send("PUT /auth/profile/username", { token, ip: newAddress(), body: { username: `name-${n}` } });
    expect(await statuses(5, rename)).toEqual([200, 200, 200, 200, 429]);
    expect(await statuses(6, () => send("GET /auth/whoami", { token }))).toEqual([200, 200, 200, 200, 200, 200]);
  });
});

describe.each(serverSizes.filter(({ size }) => size === "at scale"))("a limit that is shared ($size)", (on) => {
  test("holds across replicas", async () => {
    const stores = await on.start();
    const env = { ...stores.env, SECRET_KEY: "the same on both", RATE_LIMIT_AUTH_STRICT: "2/hour" };
    const servers = [await startTestServer({ env }), await startTestServer({ env })];
    const ip = newAddress();
    const seen: number[] = [];
    for (const server of [...servers, ...servers]) {
      const body = { email: `nobody-${randomInt(1e9)}@example.com`, password: "x" };
      seen.push((await createSend(server)("POST /auth/login", { ip, body })).statusCode);
    }
    expect(seen).toEqual([401, 401, 429, 429]);
    await Promise.all(servers.map((server) => server.close()));
    await stores.stop();
  });
});
