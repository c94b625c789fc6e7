import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import { SURFACE_PATHS } from "@tackroom/contract";
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import type { Config } from "../config/index.js";
import { isUuid, newId } from "../ids.js";
import type { Log } from "../log.js";
import { requestContext } from "../request-context.js";
import { VERSION } from "../version.js";
import { tagAnswers } from "./entity-tags.js";
import { forwardedHops } from "./forwarded-hops.js";
import { parseFormBodies } from "./form-body.js";
import { parseJsonBodies } from "./json-body.js";
import { answerErrorsAsProblems, refusalOf } from "./problems.js";
import { refuseUnreadableRequest } from "./raw-refusals.js";
import { sendRefusal } from "./refusals.js";
import { shownPath } from "./shown-path.js";
import { tidySurfacePath } from "./tidy-surface-path.js";
import { useSerialisation } from "./serialisation.js";
import { discardUnreadBodies } from "./unread-bodies.js";
import { acceptUploads } from "./uploads.js";
import { useValidation } from "./validation.js";

export interface HttpOptions {
  readonly config: Pick<Config, "corsAllowedOrigins" | "frontendUrl" | "maxRequestSizeMb">;
  readonly log: Log;
  /** Whether what this address forwards (`X-Forwarded-*`) is to be believed. */
  readonly trustsProxy: (address: string) => boolean;
}

/** Fastify with the rules of the contract that hold for every request; it knows no route. */
export async function createHttpServer({ config, log, trustsProxy }: HttpOptions): Promise<FastifyInstance> {
  // Named by the wider type, which is what the rest of Fastify's types expect.
  const logger: FastifyBaseLogger = log;
  const maxBytes = config.maxRequestSizeMb * 1024 * 1024;
  const app = fastify({
    loggerInstance: logger,
    // One line per request is enough, and `logRequests` writes it; the id comes from the context, also below the edge.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent) => parent,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return isUuid(given) ? given : newId();
    },
    bodyLimit: maxBytes,
    trustProxy: trustsProxy,
    requestTimeout: 120_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // Identifiers in paths are names and URNs of up to a few hundred characters.
    routerOptions: { maxParamLength: 1024 },
    rewriteUrl: ({ url = "/" }) => tidySurfacePath(url),
    clientErrorHandler: refuseUnreadableRequest,
    frameworkErrors: (error, request, reply) => {
      reply.header("x-request-id", request.id);
      sendRefusal(request, reply, refusalOf(error));
    },
  });

  tidyForwardedAddresses(app);
  letConnectionsGo(app);
  discardUnreadBodies(app);
  identifyRequests(app);
  tellVersionToTack(app);
  logRequests(app);
  parseJsonBodies(app, maxBytes);
  parseFormBodies(app);
  await acceptUploads(app, maxBytes);
  useValidation(app);
  useSerialisation(app);
  tagAnswers(app);
  answerErrorsAsProblems(app);
  await sendSecurityHeaders(app, config);
  return app;
}

/** Fastify takes each hop as it is written. The header stays even when nothing of it is left: the request was forwarded. */
function tidyForwardedAddresses(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw: { headers } }, _reply, done) => {
    const given = headers["x-forwarded-for"];
    if (given !== undefined) headers["x-forwarded-for"] = forwardedHops(String(given)).join(", ");
    done();
  });
}

/** A connection that is busy when closing begins would be kept alive afterwards, and hold up the end. */
function letConnectionsGo(app: FastifyInstance): void {
  let sweep: NodeJS.Timeout | undefined;
  app.addHook("preClose", async () => {
    sweep = setInterval(() => app.server.closeIdleConnections(), 100);
  });
  app.addHook("onSend", async (_request, reply) => {
    if (sweep) reply.header("connection", "close");
  });
  app.addHook("onClose", async () => clearInterval(sweep));
}

/** Set again after the body was read: the stream's events would otherwise lose the context. */
function identifyRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    requestContext.run({ requestId: request.id }, done);
  });
  app.addHook("preValidation", (request, _reply, done) => {
    requestContext.run({ requestId: request.id }, done);
  });
}

/** `tack` compares the version of any response with its own, instead of asking for it. */
function tellVersionToTack(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (request.headers["x-tackroom-cli-version"] !== undefined) reply.header("x-tackroom-version", VERSION);
    done();
  });
}

/** One line per request. The query stays out of it, as one-time codes and tokens travel there, and so do secret addresses. */
function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const path = shownPath(request.url);
    const line = {
      request_id: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
    };
    request.log.info(line, `${request.method} ${path} ${reply.statusCode}`);
    done();
  });
}

async function sendSecurityHeaders(app: FastifyInstance, config: HttpOptions["config"]): Promise<void> {
  const onHttps = config.frontendUrl.startsWith("https://");
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'self'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'", "data:"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        imgSrc: ["'self'", "data:"],
        objectSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
      },
    },
    frameguard: { action: "deny" },
    strictTransportSecurity: onHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
  const ownOrigins = {
    ...ANY_PATH,
    origin: [...new Set([config.frontendUrl, ...config.corsAllowedOrigins])],
    credentials: true,
    methods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"],
  };
  app.addHook("onRequest", async (request, reply) => {
    if (SURFACE_PATHS.test(request.url)) reply.headers(SAID_WITH_EVERY_ANSWER);
  });
  await app.register(cors, {
    delegator: (request, done) => done(null, SURFACE_PATHS.test(request.url ?? "") ? ANY_ORIGIN : ownOrigins),
  });
}

const ANY_PATH = {
  // An OPTIONS request that is not a preflight is answered like one; the strict way is 400 in plain text.
  strictPreflight: false,
  exposedHeaders: ["x-request-id", "x-total-count", "link", "location", "retry-after", "etag"],
  maxAge: 600,
};

/** Clients in browsers read catalogues from anywhere. */
const ANY_ORIGIN = {
  ...ANY_PATH,
  origin: "*",
  methods: ["GET", "OPTIONS"],
  allowedHeaders: ["Authorization", "Content-Type"],
};
/** One of them wants to be told with every answer, not only with a preflight. */
const SAID_WITH_EVERY_ANSWER = {
  "access-control-allow-methods": ANY_ORIGIN.methods.join(", "),
  "access-control-allow-headers": ANY_ORIGIN.allowedHeaders.join(", "),
};
