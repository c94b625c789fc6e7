import type { FastifyInstance } from "fastify";
import type { openAuth } from "./auth/index.js";
import { mountMcpAuthorization } from "./mcp-authorization/index.js";
import { mountMcpServer } from "./mcp-server/index.js";
import type { Mount } from "./platform/http/index.js";
import type { Platform } from "./platform/platform.js";
import type { Sealing } from "./platform/sealing/index.js";

interface McpParts {
  readonly platform: Platform;
  readonly auth: Awaited<ReturnType<typeof openAuth>>;
  readonly sealing: Sealing;
  readonly server: Omit<Parameters<typeof mountMcpServer>[1], "corsAllowedOrigins" | "log">;
}

/** The registry as an MCP server, and how its clients get access. */
export function mountMcp(app: FastifyInstance, mount: Mount, { platform, auth, sealing, server }: McpParts): void {
  const { config, log, relational: db, outbound } = platform;
  mountMcpAuthorization(mount, { db, settings: auth.deps.settings, signIns: auth.clientSignIns, sealing, outbound });
  const mcp = mountMcpServer(mount, { ...server, corsAllowedOrigins: config.corsAllowedOrigins, log });
  app.addHook("preClose", () => mcp.close());
}
