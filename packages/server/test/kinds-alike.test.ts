import { KINDS, REGISTRY, type EndpointShape, type ItemType } from "@tackroom/contract";
import { describe, expect, test } from "vitest";
import { isLikeAnotherKind } from "./endpoints.js";

/** All that is declared but the fields of the kind, with its names replaced. */
function declarationOf(type: ItemType, endpoint: EndpointShape): object {
  const { params: _params, query: _query, body: _body, reply: _reply, summary: _summary, ...declared } = endpoint;
  const { kind } = KINDS[type];
  return JSON.parse(
    JSON.stringify(declared)
      .replaceAll(`/${type}`, "/{type}")
      .replaceAll(`"${kind}.`, '"{kind}.')
      .replaceAll(`"${kind}"`, '"{kind}"'),
  );
}

const TYPES = (Object.keys(REGISTRY) as ItemType[]).filter((type) => isLikeAnotherKind(`${type}.`));

describe.each(TYPES)("the endpoints of %s", (type) => {
  const endpoints = REGISTRY[type] as Readonly<Record<string, EndpointShape>>;
  const ofMcps = REGISTRY.mcps as Readonly<Record<string, EndpointShape>>;

  test("are those of MCP servers", () => expect(Object.keys(endpoints)).toEqual(Object.keys(ofMcps)));

  test.each(Object.keys(ofMcps))("declare the same: %s", (name) => {
    const [own, other] = [endpoints[name], ofMcps[name]];
    if (!own || !other) throw new Error(`${type} has no ${name}`);
    expect(declarationOf(type, own)).toEqual(declarationOf("mcps", other));
  });
});
