import { gzipSync } from "node:zlib";
import type { NewFeed } from "@tackroom/contract";
import { ENDPOINTS, harmlessUrl, urlsOf } from "../endpoints.js";
import type { Scenario, Stage } from "./scenario.js";

const OF_MARKETPLACE = ENDPOINTS.filter(({ endpoint }) => endpoint.module === "marketplace");
const SEVERAL_MEGABYTES = gzipSync(Buffer.alloc(5 * 1024 * 1024));

type Named = (typeof OF_MARKETPLACE)[number];

/** In the words of a git client, which names its service in the query and may compress what it sends. */
const asGit = (
  { server }: Pick<Stage, "server">,
  { endpoint: { method } }: Named,
  url: string,
  { token, body }: { readonly token?: string; readonly body?: Buffer } = {},
) =>
  server.app.inject({
    method,
    url: url.endsWith("/info/refs") ? `${url}?service=git-upload-pack` : url,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-encoding": "gzip" }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });

const harmless = ({ endpoint }: Named): string => harmlessUrl(urlsOf(endpoint)[0] ?? "");

/** The shortest request of a git client. */
const bodyOf = ({ endpoint }: Named): { readonly body?: Buffer } =>
  endpoint.method === "POST" ? { body: gzipSync("0000") } : {};

const SCENARIO: Readonly<Record<string, (named: Named) => Scenario>> = {
  not_found: (named) => (stage) => asGit(stage, named, harmless(named), bodyOf(named)),
  malformed_request: (named) => (stage) => asGit(stage, named, harmless(named), { body: Buffer.from("no gzip") }),
  payload_too_large: (named) => (stage) => asGit(stage, named, harmless(named), { body: SEVERAL_MEGABYTES }),
  read_only:
    (named) =>
    ({ server }) =>
      server.app.inject({ method: named.endpoint.method, url: `${harmless(named)}?service=git-receive-pack` }),
  not_implemented: (named) => async (stage) => {
    const { token } = await stage.people.join();
    const feed = await stage.send("POST /feeds", { token, body: { name: "Git", content: "visible" } });
    const url = harmlessUrl((urlsOf(named.endpoint)[0] ?? "").replace(":token", feed.json<NewFeed>().secret));
    const path = process.env["PATH"];
    process.env["PATH"] = "/nonexistent";
    const body = bodyOf(named);
    return asGit(stage, named, url, url.startsWith("/c/") ? body : { token, ...body }).finally(
      () => (process.env["PATH"] = path),
    );
  },
};

export const MARKETPLACE_SCENARIOS: Readonly<Record<string, Scenario>> = Object.fromEntries(
  OF_MARKETPLACE.flatMap((named) =>
    (named.endpoint.errors as readonly string[]).flatMap((code): [string, Scenario][] => {
      const scenario = SCENARIO[code]?.(named);
      return scenario ? [[`${named.name} ${code}`, scenario]] : [];
    }),
  ),
);
