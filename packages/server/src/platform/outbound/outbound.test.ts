import { describe, expect, test } from "vitest";
import { LIMITS, openOutside, reasonOf } from "../../../test/outbound.js";
import type { WebSite } from "../../../test/web-site.js";
import { OutboundRefusal } from "./index.js";

const { site, guard } = openOutside();

describe("an address that is not let out", () => {
  const names = {
    "inner.test": ["127.0.0.1"],
    "half.test": ["93.184.216.34", "10.0.0.1"],
    "six.test": ["::1"],
  };
  test.each([
    ["ftp://example.com/", "The URL must start with https://, not with ftp://."],
    ["file:///etc/passwd", "The URL must start with https://, not with file://."],
    ["javascript:alert(1)", "The URL must start with https://, not with javascript://."],
    ["example.com", "Invalid URL."],
    ["https://", "Invalid URL."],
    ["https://user@example.com/", "must not contain a username or password"],
    ["https://:secret@example.com/", "must not contain a username or password"],
    ["http://example.com/", "The connection to example.com would be unencrypted. Use https://."],
    ["https://127.0.0.1/", "127.0.0.1 is a loopback address."],
    ["https://2130706433/", "127.0.0.1 is a loopback address."],
    ["https://0x7f.1/", "127.0.0.1 is a loopback address."],
    ["https://0177.0.0.1/", "127.0.0.1 is a loopback address."],
    ["https://127.1/", "127.0.0.1 is a loopback address."],
    ["https://0/", "0.0.0.0 is the unspecified address."],
    ["https://[::1]/", "::1 is a loopback address."],
    ["https://[::ffff:127.0.0.1]/", "::ffff:7f00:1 is a loopback address."],
    ["https://[::ffff:169.254.169.254]/", "::ffff:a9fe:a9fe is a link-local address."],
    ["https://169.254.169.254/latest/meta-data", "169.254.169.254 is a link-local address."],
    ["https://inner.test/", "inner.test resolves to a loopback address."],
    ["https://half.test/", "half.test resolves to a private address."],
    ["https://six.test:8443/", "OUTBOUND_ALLOWED_HOSTS=six.test:8443 "],
  ])("%s is refused with the reason", async (url, reason) => {
    const outbound = guard([], names);
    expect(await reasonOf(outbound.fetch(url, LIMITS))).toContain(reason);
    expect(await reasonOf(outbound.check(url))).toContain(reason);
    await expect(outbound.check(url)).rejects.toBeInstanceOf(OutboundRefusal);
  });

  test("has more characters than an address may have", async () => {
    const url = `https://example.com/${"a".repeat(2048)}`;
    expect(await reasonOf(guard([]).fetch(url, LIMITS))).toBe("The URL exceeds the maximum length of 2048 characters.");
  });

  test("is let out when the operator names it, with this port or with all of them", async () => {
    const there = await site((_request, response) => response.end("hello"));
    const url = `http://inner.test:${there.port}/`;
    for (const allowed of [`inner.test:${there.port}`, "inner.test"]) {
      expect((await guard([allowed], names).fetch(url, LIMITS)).text()).toBe("hello");
    }
    expect(await reasonOf(guard(["inner.test:1"], names).fetch(url, LIMITS))).toContain("inner.test:");
    expect(await reasonOf(guard(["127.0.0.1"], names).fetch(url, LIMITS))).toContain("inner.test:");
  });

  test("does not tell what a name resolves to, except to logs", async () => {
    const refusal: unknown = await guard([], names)
      .check("https://half.test/")
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      message:
        "half.test resolves to a private address. To allow it, set OUTBOUND_ALLOWED_HOSTS=half.test:443 on the server.",
      cause: { message: "half.test resolves to 10.0.0.1" },
    });
  });

  test("is told apart from a name that cannot be found now", async () => {
    await guard([]).check("https://nowhere.test/");
    expect(await reasonOf(guard([]).fetch("https://nowhere.test/", LIMITS))).toContain(
      "Could not resolve nowhere.test.",
    );
  });

  test("may be unencrypted where the caller says so, but not private", async () => {
    const outbound = guard([], names);
    await outbound.check("http://nowhere.test/", { plainHttp: true });
    expect(await reasonOf(outbound.check("http://inner.test/", { plainHttp: true }))).toContain("a loopback address");
  });
});

describe("a name", () => {
  test("is looked up once for a connection, which goes to that very answer", async () => {
    const there = await site((_request, response) => response.end("hello"));
    const asked: string[] = [];
    const outbound = guard(["turning.test"], async (hostname) => {
      asked.push(hostname);
      return [{ address: asked.length === 1 ? "127.0.0.1" : "192.0.2.1", family: 4 }];
    });
    expect((await outbound.fetch(`http://turning.test:${there.port}/`, LIMITS)).status).toBe(200);
    expect(asked).toEqual(["turning.test"]);
    expect(there.requests).toMatchObject([{ headers: { host: `turning.test:${there.port}` } }]);
  });

  test("that is private the second time is refused the second time", async () => {
    const answers = ["127.0.0.1", "169.254.169.254"];
    const outbound = guard([], async () => [{ address: answers.shift() ?? "10.0.0.1", family: 4 }]);
    await expect(outbound.check("https://turning.test/")).rejects.toThrow("a loopback address");
    expect(await reasonOf(outbound.fetch("https://turning.test/", LIMITS))).toContain("a link-local address");
  });
});

describe("a redirect", () => {
  const to =
    (location: string, status = 302): Parameters<typeof site>[0] =>
    (_request, response) =>
      void response.writeHead(status, { location }).end();

  test.each([
    ["https://localhost/", "localhost resolves to a loopback address."],
    ["http://localhost/", "The connection to localhost would be unencrypted."],
    ["https://169.254.169.254/latest/meta-data/", "169.254.169.254 is a link-local address."],
    ["http://169.254.169.254/latest/meta-data/", "The connection to 169.254.169.254 would be unencrypted."],
    ["https://[::ffff:10.0.0.1]/", "::ffff:a00:1 is a private address."],
    ["file:///etc/passwd", "The URL must start with https://, not with file://."],
    ["https://me:secret@example.com/", "redirects to https://example.com/. The URL must not contain a username"],
    ["http://", "Invalid URL."],
    ["http://\u0080\u009b31m[", "redirects to http://??31m[. Invalid URL."],
  ])("to %s is refused, and says where it led", async (location, reason) => {
    const there = await site(to(location));
    const outbound = guard([there.host], { localhost: ["127.0.0.1"] });
    const told = await reasonOf(outbound.fetch(there.url, LIMITS));
    expect(told).toContain(`${there.host} redirects to `);
    expect(told).toContain(reason);
  });

  test("is followed three times, and not for ever", async () => {
    const there: WebSite = await site((request, response) => {
      const left = Number(request.path.slice(1));
      if (left === 0) response.end("arrived");
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    const outbound = guard([there.host]);
    expect((await outbound.fetch(`${there.url}/3`, LIMITS)).text()).toBe("arrived");
    expect(await reasonOf(outbound.fetch(`${there.url}/4`, LIMITS))).toBe(
      `${there.host} exceeded the limit of 3 redirects.`,
    );
    expect(await reasonOf(outbound.fetch(`${there.url}/1`, { ...LIMITS, redirects: 0 }))).toContain(
      "exceeded the limit of 0 redirects",
    );
    expect(there.requests).toHaveLength(4 + 4 + 1);
  });

  test("that leads in a circle ends", async () => {
    const there = await site(to("/again", 301));
    expect(await reasonOf(guard([there.host]).fetch(there.url, LIMITS))).toContain("exceeded the limit of 3 redirects");
  });

  test("takes the caller's headers along on the same origin, and none to another", async () => {
    const other = await site((_request, response) => response.end("other"));
    const there = await site((request, response) => {
      const location = request.path === "/" ? "/here" : other.url;
      response.writeHead(302, { location }).end();
    });
    const headers = { authorization: "Bearer secret", "x-mine": "1", accept: "application/json" };
    const answer = await guard([there.host, other.host]).fetch(there.url, { ...LIMITS, headers });
    expect([answer.text(), answer.url.origin]).toEqual(["other", other.url]);
    expect(there.requests).toMatchObject([{ headers }, { headers }]);
    expect(other.requests).toHaveLength(1);
    for (const name of Object.keys(headers)) expect(other.requests[0]?.headers[name]).toBeUndefined();
  });

  test("of a POST is not followed: its body goes nowhere else", async () => {
    const there = await site(to("/elsewhere", 307));
    const answer = await guard([there.host]).fetch(there.url, { ...LIMITS, method: "POST", body: "{}" });
    expect(answer.status).toBe(307);
    expect(there.requests).toMatchObject([{ method: "POST", body: "{}" }]);
  });
});
