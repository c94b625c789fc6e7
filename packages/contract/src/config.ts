import { Type, type Static } from "typebox";
import { endpoint, None } from "./endpoint.js";

const config = {
  method: "GET",
  module: "config",
  access: "anyone",
  audited: false,
  readsOthers: false,
  params: None,
  query: None,
  body: None,
  errors: [],
} as const;

export const getVersion = endpoint({
  ...config,
  path: "/config/version",
  summary: "Returns the server version",
  reply: Type.Object({ server_version: Type.Literal("dev"), version: Type.String() }, { $id: "ServerVersion" }),
});

export const getEndpoints = endpoint({
  ...config,
  path: "/config/endpoints",
  summary: "Returns the URLs of the API and the web app",
  reply: Type.Object({ api: Type.String(), web: Type.String() }, { $id: "ServerEndpoints" }),
});

export const PublicConfig = Type.Object(
  {
    sso_enabled: Type.Boolean({ description: "Generic OpenID Connect" }),
    provider_a_sso_enabled: Type.Boolean(),
    provider_b_sso_enabled: Type.Boolean(),
    saml_enabled: Type.Boolean(),
    sso_only: Type.Boolean(),
    self_registration_enabled: Type.Boolean(),
  },
  { $id: "PublicConfig" },
);
export type PublicConfig = Static<typeof PublicConfig>;

export const getPublicConfig = endpoint({
  ...config,
  path: "/config/public",
  summary: "Returns the sign-in methods that the login page should offer",
  reply: PublicConfig,
});

export const HarnessCatalogue = Type.Object(
  {
    harnesses: Type.Array(
      Type.Object({
        name: Type.String({ examples: ["claude-code"] }),
        display_name: Type.String(),
        capabilities: Type.Array(
          Type.String({ description: "Supported item kinds: skills, hooks, MCP servers, prompts" }),
        ),
        supported_models: Type.Array(Type.String()),
      }),
    ),
    default_harness: Type.Literal("claude-code"),
  },
  { $id: "HarnessCatalogue" },
);
export type HarnessCatalogue = Static<typeof HarnessCatalogue>;

export const getHarnesses = endpoint({
  ...config,
  path: "/config/harnesses",
  summary: "Lists the supported harnesses",
  reply: HarnessCatalogue,
});
