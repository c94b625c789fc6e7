import type { FastifyInstance } from "fastify";
import {
  anyUserExists,
  createAuthenticate,
  findUser,
  insertFirstAdmin,
  mountAuth,
  openSigningKeys,
} from "./auth/index.js";
import { mountHealth } from "./health/index.js";
import { mountOpenapi } from "./openapi/index.js";
import { flag } from "./platform/config/parsers.js";
import {
  answerWrongMethods,
  createHttpServer,
  createMount,
  describeRoutes,
  type Authenticate,
  type Mount,
} from "./platform/http/index.js";
import type { Platform } from "./platform/platform.js";
import { VERSION } from "./platform/version.js";
import { serveWebApp } from "./web-app/index.js";

/** What a test adds to see the edge at work: endpoints of its own, and callers that need no account. */
export interface AppExtras {
  readonly authenticate?: Authenticate;
  readonly mountMore?: (mount: Mount) => void;
}

export async function buildApp(platform: Platform, extras: AppExtras = {}): Promise<FastifyInstance> {
  const { config, log, relational, analytical, bus, refusal } = platform;
  const keys = openSigningKeys({
    directory: config.jwtKeyDir,
    algorithm: config.jwtSigningAlgorithm,
    password: config.jwtKeyPassword,
  });
  const users = { findUser: (id: string) => findUser(relational, id) };
  const app = await createHttpServer({ config, log });
  const finishRouting = answerWrongMethods(app);
  await describeRoutes(app);
  const mount = createMount(app, {
    authenticate: extras.authenticate ?? createAuthenticate({ keys, ...users }),
    refusal,
  });

  mountHealth(mount, {
    anyUserExists: () => anyUserExists(relational),
    pingAnalytics: (limitMs) => analytical.ping(limitMs),
    busState: () => bus.state(),
    version: VERSION,
    log,
  });
  // A worker is asked for its health by whatever runs it, and for nothing else.
  if (config.role !== "worker") {
    mountAuth(mount, {
      ...users,
      insertFirstAdmin: (user, token) => insertFirstAdmin(relational, user, token),
      keys,
      frontendUrl: config.frontendUrl,
      ssoOnly: isSsoOnly(config),
    });
    mountOpenapi(mount, () => app.swagger());
    extras.mountMore?.(mount);
    await serveWebApp(app);
  }

  finishRouting();
  return app;
}

/** Until settings are stored, the variable is all there is to say so. */
function isSsoOnly({ settingImports }: Platform["config"]): boolean {
  return settingImports.some(({ setting, value }) => setting === "deployment.sso_only" && flag(String(value)));
}
