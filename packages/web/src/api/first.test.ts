import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createApi } from "./client.js";

const SCRIPT = readFileSync(fileURLToPath(new URL("../../public/first.js", import.meta.url)), "utf8");

type Asked = readonly [url: string, init: RequestInit];

/** Runs the script in a page with this storage. */
function visit(openStorage: () => Pick<Storage, "getItem">, pathname = "/registry") {
  const asked: Asked[] = [];
  const dataset: Record<string, string> = {};
  const window: { sessionOnItsWay?: unknown } = {};
  const fetch = (...call: Asked): Promise<never> => {
    asked.push(call);
    return Promise.reject(new TypeError("Failed to fetch"));
  };
  const page = { window, fetch, location: { pathname }, document: { documentElement: { dataset } } };
  runInNewContext(SCRIPT, Object.defineProperty(page, "localStorage", { get: () => openStorage() }));
  return { asked, dataset, window };
}

const storing = (stored: Readonly<Record<string, string>>) => () => ({ getItem: (key: string) => stored[key] ?? null });

test("the session is asked for as the app itself asks for it", async () => {
  let own: Asked | undefined;
  const send = (...call: Asked): Promise<Response> => {
    own ??= call;
    return Promise.resolve(new Response(null, { status: 401 }));
  };
  await createApi(send as typeof fetch, { mayHave: () => true, set: () => undefined }).resume();
  const { asked, window } = visit(storing({ "has-session": "yes" }));
  const [url, { keepalive, ...init }] = own ?? ["", {}];
  expect(JSON.parse(JSON.stringify(asked))).toEqual([[url, init]]);
  expect(keepalive).toBe(false);
  expect(window.sessionOnItsWay).toBeDefined();
});

test("it is not asked for where nobody has signed in", () => {
  expect(visit(storing({})).asked).toEqual([]);
});

test("it is asked for where storage is switched off, and the theme is the system's", () => {
  const { asked, dataset } = visit(() => {
    throw new Error("SecurityError");
  });
  expect([asked.length, dataset]).toEqual([1, {}]);
});

test.each([
  ["dark", { theme: "dark" }],
  ["light", { theme: "light" }],
  ["purple", {}],
])("a page that was %s is so before it is painted", (theme, expected) => {
  expect(visit(storing({ theme })).dataset).toEqual(expected);
});

const FRAMED = { frame: "likely" };

test("the frame of a page is drawn for whoever has signed in, and for nobody else", () => {
  expect(visit(storing({ "has-session": "yes" })).dataset).toEqual(FRAMED);
  expect(visit(storing({})).dataset).toEqual({});
});

test("it is not drawn where the page has none", () => {
  const routes = readFileSync(fileURLToPath(new URL("../routes.tsx", import.meta.url)), "utf8");
  const framed = (path: string): boolean => "frame" in visit(storing({ "has-session": "yes" }), path).dataset;
  const open = [...routes.matchAll(/openPage\("([^"]+)"/g)].map(([, path = ""]) => path);
  const others = [...routes.matchAll(/ page\(\s*"([^"]+)"/g)].map(([, path = ""]) => path);
  expect(open.length).toBeGreaterThan(4);
  expect(open.filter(framed)).toEqual([]);
  expect(others.length).toBeGreaterThan(15);
  expect(others.filter((path) => !framed(path))).toEqual([]);
});
