import { MCP_PATH, MCP_SCOPE } from "@tackroom/contract";
import { publicAddress } from "../auth/index.js";
import type { Challenge } from "../platform/http/index.js";
import type { Settings } from "../settings/index.js";

/** What `/mcp` says to those it does not let in: where they are told how to get access. */
export function challengeOf(settings: Pick<Settings, "get">): Challenge {
  return ({ hadCredentials }) => {
    const metadata = `${publicAddress(settings)}/.well-known/oauth-protected-resource${MCP_PATH}`;
    const error = hadCredentials ? ', error="invalid_token"' : "";
    return `Bearer resource_metadata="${metadata}", scope="${MCP_SCOPE}"${error}`;
  };
}
