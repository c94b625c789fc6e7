import { expect, test } from "vitest";
import { isLocalRequest } from "./local-request.js";

const local = { host: "localhost:8000" };

test.each([
  ["plain curl on this machine", "127.0.0.1", local, true],
  ["over IPv6", "::1", { host: "[::1]:8000" }, true],
  ["IPv4 on a dual-stack socket", "::ffff:127.0.0.1", { host: "127.0.0.1:8000" }, true],
  ["the front end's own page", "127.0.0.1", { host: "tack.example.com", origin: "https://tack.example.com" }, true],
  ["a page of this server", "127.0.0.1", { ...local, origin: "http://localhost:8000" }, true],
  ["another machine", "192.168.1.7", local, false],
  ["a private address that looks alike", "12.7.0.1", local, false],
  ["no peer at all", undefined, local, false],
  ["a proxy on this machine", "127.0.0.1", { ...local, "x-forwarded-for": "203.0.113.9" }, false],
  ["a proxy that says so otherwise", "127.0.0.1", { ...local, forwarded: "for=203.0.113.9" }, false],
  ["a proxy of the third kind", "127.0.0.1", { ...local, "x-real-ip": "203.0.113.9" }, false],
  ["a forwarded protocol only", "127.0.0.1", { ...local, "x-forwarded-proto": "https" }, false],
  ["a proxy that names itself", "127.0.0.1", { ...local, via: "1.1 squid" }, false],
  ["a network in front", "127.0.0.1", { ...local, "cf-connecting-ip": "203.0.113.9" }, false],
  ["a proxy that says where it was asked", "127.0.0.1", { ...local, "x-original-host": "tack.example.com" }, false],
  ["a name rebound to this machine", "127.0.0.1", { host: "evil.example" }, false],
  ["a name that only begins like ours", "127.0.0.1", { host: "localhost.evil.example" }, false],
  ["no host", "127.0.0.1", {}, false],
  ["a foreign page", "127.0.0.1", { ...local, origin: "https://evil.example" }, false],
  ["a page without an origin of its own", "127.0.0.1", { ...local, origin: "null" }, false],
  ["a page of another port", "127.0.0.1", { ...local, origin: "http://localhost:9999" }, false],
  ["an extension's page of that name", "127.0.0.1", { ...local, origin: "chrome-extension://localhost:8000" }, false],
  ["a cross-site request, however it is spelt", "127.0.0.1", { ...local, "sec-fetch-site": "Cross-Site" }, false],
  ["a cross-site request", "127.0.0.1", { ...local, "sec-fetch-site": "cross-site" }, false],
])("%s", (_what, peer, headers, verdict) => {
  expect(isLocalRequest({ peer, headers, frontendUrl: "https://tack.example.com" })).toBe(verdict);
});
