import { MCP_PATH } from "@tackroom/contract";
import type { Settings } from "../../settings/index.js";

/** Where clients reach this server, without a slash at its end. */
export function publicAddress(settings: Pick<Settings, "get">): string {
  const address = settings.get("deployment.public_url") || settings.get("deployment.frontend_url");
  return address.replace(/(?<!\/)\/+$/, "");
}

/** The name of `/mcp` to OAuth. */
export const mcpResource = (settings: Pick<Settings, "get">): string => publicAddress(settings) + MCP_PATH;
