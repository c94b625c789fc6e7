import { describe, expect, test } from "vitest";
import { openOutside } from "../../test/outbound.js";
import { recordedLog } from "../../test/quiet-log.js";
import { sendJson, type WebSite } from "../../test/web-site.js";
import type { Outbound } from "../platform/outbound/index.js";
import type { Settings } from "../settings/index.js";
import { createFederation, type Federation } from "./federation.js";

const outside = openOutside();
const SEARCH = { text: "will it rain", filter: { type: "application/mcp-server-card+json" }, pageSize: 20 };

const found = (name: string, more: object = {}) => ({
  identifier: `urn:air:acme.example:${name}`,
  displayName: name,
  type: "application/mcp-server-card+json",
  url: "https://acme.example/a.json",
  score: 70,
  source: "https://whatever.example",
  ...more,
});

function federate(allowlist: readonly string[], outbound: Outbound, limitMs = 3000) {
  const { log, lines } = recordedLog();
  const values: Readonly<Record<string, unknown>> = {
    "discovery.federation_allowlist": allowlist,
    "discovery.publisher_domain": "tack.example",
    "deployment.public_url": "",
  };
  const settings = { get: (key: string) => values[key] } as Pick<Settings, "get">;
  return { federation: createFederation({ outbound, settings, log, limitMs }), lines };
}

const namesOf = async (federation: Federation): Promise<string[]> =>
  (await federation.ask(SEARCH)).map(({ entry }) => entry.displayName);

describe("other registries", () => {
  const good = (): Promise<WebSite> =>
    outside.site((_request, response) => sendJson(response, { results: [found("rain"), found("snow")] }));

  test("are asked the search and nothing of who asks, and ask nobody in turn", async () => {
    const site = await good();
    const { federation } = federate([`${site.url}/ard`], outside.guard([site.host]));
    const results = await federation.ask(SEARCH);
    expect(results).toMatchObject([
      { score: 70, source: `${site.url}/ard`, entry: { displayName: "rain", "obs:approval": "pending" } },
      { score: 70, source: `${site.url}/ard`, entry: { displayName: "snow", "obs:availability": "not-approved" } },
    ]);
    const [{ method, path, body, headers } = { method: "", path: "", body: "", headers: {} }] = site.requests;
    expect([method, path]).toEqual(["POST", "/ard/search"]);
    expect(JSON.parse(body)).toEqual({
      query: { text: SEARCH.text, filter: SEARCH.filter },
      federation: "none",
      pageSize: 20,
    });
    expect(Object.keys(headers).toSorted()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "content-length",
      "content-type",
      "host",
      "user-agent",
    ]);
  });

  test("that are dead, slow, broken or lying keep nobody from the results of the good one", async () => {
    const [first, slow, broken, failing, lying] = await Promise.all([
      good(),
      outside.site(() => undefined),
      outside.site((_request, response) => response.end("<html>")),
      outside.site((_request, response) => sendJson(response, { errorCode: "INTERNAL_ERROR" }, 500)),
      outside.site((_request, response) =>
        sendJson(response, {
          results: [
            found("approved", { score: 5000, "obs:approval": "approved" }),
            found("ours", { identifier: "urn:air:tack.example:skill:1" }),
            found("hidden\u202Etext"),
            { nothing: true },
          ],
        }),
      ),
    ]);
    const dead = await outside.site(() => undefined);
    await dead.close();
    const sites = [dead, slow, broken, failing, lying, first];
    const outbound = outside.guard(sites.map(({ host }) => host));
    const allowlist = [...sites.map(({ url }) => url), "https://127.0.0.1:1", "http://169.254.169.254"];
    const { federation, lines } = federate(allowlist, outbound, 500);
    const results = await federation.ask(SEARCH);
    expect(results.map(({ entry, score, source }) => [entry.displayName, score, source])).toEqual([
      ["approved", 99, lying.url],
      ["rain", 70, first.url],
      ["snow", 70, first.url],
    ]);
    expect(results[0]?.entry["obs:approval"]).toBe("pending");
    expect(lines.map(({ registry, reason }) => [registry, reason])).toEqual(
      expect.arrayContaining([
        [dead.url, `${dead.host} refused the connection.`],
        [slow.url, `The request to ${slow.host} timed out after 0.5 s.`],
        [broken.url, `${broken.host} did not return valid JSON.`],
        [failing.url, `${failing.host} responded with status 500.`],
        ["https://127.0.0.1:1", expect.stringContaining("a loopback address")],
        ["http://169.254.169.254", expect.stringContaining("would be unencrypted")],
      ]),
    );
    expect(lines).toHaveLength(6);
  });

  test("that fail are told of once when it begins, and once when it is over", async () => {
    let isWell = false;
    const site = await outside.site((_request, response) =>
      isWell ? sendJson(response, { results: [found("rain")] }) : sendJson(response, { results: null }),
    );
    const { federation, lines } = federate([site.url], outside.guard([site.host]));
    expect([await namesOf(federation), await namesOf(federation)]).toEqual([[], []]);
    isWell = true;
    expect([await namesOf(federation), await namesOf(federation)]).toEqual([["rain"], ["rain"]]);
    expect(lines.map(({ msg }) => msg)).toEqual([
      "a federated registry is excluded from searches until it responds",
      "a federated registry is responding again",
    ]);
  });

  test("are neither asked nor named when the list is empty", async () => {
    const { federation } = federate([], outside.guard([]));
    expect([await federation.ask(SEARCH), federation.referrals()]).toEqual([[], []]);
  });

  test("are named once each", () => {
    const { federation } = federate(["https://a.example", "https://a.example"], outside.guard([]));
    expect(federation.referrals()).toMatchObject([{ url: "https://a.example/search" }]);
  });
});
