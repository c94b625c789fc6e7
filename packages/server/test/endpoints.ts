import { randomUUID } from "node:crypto";
import * as contract from "@tackroom/contract";
import { fullPath, type EndpointShape } from "@tackroom/contract";

export interface NamedEndpoint {
  /** Of its value in the contract. */
  readonly name: string;
  readonly endpoint: EndpointShape;
}

/** Every endpoint there is: whatever the contract exports that has a method and a path. */
export const ENDPOINTS: readonly NamedEndpoint[] = Object.entries(contract as Record<string, unknown>)
  .filter((entry): entry is [string, EndpointShape] => isEndpoint(entry[1]))
  .map(([name, endpoint]) => ({ name, endpoint }));

function isEndpoint(value: unknown): value is EndpointShape {
  return typeof value === "object" && value !== null && "method" in value && "path" in value;
}

/** Where it answers: its own path first, then its aliases. */
export const urlsOf = (endpoint: EndpointShape): string[] => [fullPath(endpoint), ...(endpoint.aliases ?? [])];

/** A path that names nothing that exists. */
export const harmlessUrl = (url: string): string =>
  url.replace(":key", "no.such_setting").replace(/:\w+/g, () => randomUUID());
