import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { nullable, uuid } from "./registry/fields.js";

/** The clients whose managed settings can enforce a catalogue. Copilot CLI and VS Code read the same file. */
export const POLICY_HARNESSES = ["claude-code", "copilot"] as const;
export type PolicyHarness = (typeof POLICY_HARNESSES)[number];

export const POLICY_PLATFORMS = ["macos", "linux", "windows"] as const;
export type PolicyPlatform = (typeof POLICY_PLATFORMS)[number];

/**
 * Stands for the secret of a feed in a policy: the server does not know it. Angle brackets cannot be part of an address, so a
 * file in which it was not replaced names a marketplace that nobody can reach.
 */
export const SECRET_PLACEHOLDER = "<secret of the feed>";

export const Policy = Type.Object(
  {
    harness: Type.Enum([...POLICY_HARNESSES]),
    display_name: Type.String(),
    file_name: Type.String(),
    content: Type.String({ description: "The file" }),
    secret_placeholder: nullable(
      Type.String({
        description: "What stands in the file for the secret of the feed, which the server does not know. Replace it",
      }),
    ),
    feed: nullable(Type.Object({ id: uuid, name: Type.String(), prefix: Type.String() })),
    marketplace_url: nullable(
      Type.String({ description: "Null without a feed while the registry is not public: no client could read it" }),
    ),
    allowed_count: Type.Integer({ description: "Number of addresses and commands of MCP servers that it allows" }),
    places: Type.Array(Type.Object({ platform: Type.Enum([...POLICY_PLATFORMS]), path: Type.String() }), {
      description: "Where the file has to be for the client to obey it",
    }),
    notes: Type.Array(Type.String({ description: "What the file leaves out or cannot express, in English" })),
  },
  { $id: "Policy" },
);
export type Policy = Static<typeof Policy>;

export const getPolicy = endpoint({
  module: "policy",
  access: "admin",
  method: "GET",
  path: "/policy/:harness",
  summary: "Returns the managed settings with which a client uses only what is approved here",
  audited: false,
  readsOthers: READS.feed,
  params: Type.Object({ harness: Type.Enum([...POLICY_HARNESSES]) }),
  query: Type.Object({
    feed_id: Type.Optional({
      ...uuid,
      description: "The feed whose content is allowed; the public catalogue without it",
    }),
  }),
  body: None,
  reply: Policy,
  errors: ["unauthenticated", "forbidden", "not_found", "invalid_state", "validation_failed"],
});
