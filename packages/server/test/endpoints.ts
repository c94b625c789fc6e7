import { randomUUID } from "node:crypto";
import * as contract from "@tackroom/contract";
import { fullPath, listEndpoints, type EndpointShape, type NamedEndpoint } from "@tackroom/contract";

/** Every endpoint there is: whatever the contract exports that has a method and a path. */
export const ENDPOINTS: readonly NamedEndpoint[] = listEndpoints(contract);

/** The kinds whose endpoints declare what those of MCP servers do, which `kinds-alike.test.ts` proves. */
const LIKE_MCPS = ["skills", "hooks", "prompts", "sandboxes"];

/** A sweep over what endpoints declare walks one kind of several that declare the same; `EVERY_KIND=1` walks them all. */
export const isLikeAnotherKind = (name: string): boolean =>
  process.env["EVERY_KIND"] !== "1" && LIKE_MCPS.includes(name.split(".")[0] ?? "");

/** Where it answers: its own path first, then its aliases. */
export const urlsOf = (endpoint: EndpointShape): string[] => [fullPath(endpoint), ...(endpoint.aliases ?? [])];

/** A path that names nothing that exists; only what has to be a kind is one. */
export const harmlessUrl = (url: string): string =>
  url
    .replace(":key", "no.such_setting")
    .replace(/:(kind|type)\b/, "mcp")
    .replace(/:\w+/g, () => randomUUID());
