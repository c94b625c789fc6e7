import type { FastifyInstance } from "fastify";
import { mountAdmin } from "./admin/index.js";
import { createAuditLog, mountAudit, recordCall, type AuditLog } from "./audit/index.js";
import { anyUserExists, mountAuth, openAuth, removeExpired } from "./auth/index.js";
import { mountConfig } from "./config/index.js";
import { mountDiscovery, openDiscovery, openSources, refreshSources, type Discovery } from "./discovery/index.js";
import { mountFeedback } from "./feedback/index.js";
import { mountGraphql } from "./graphql/index.js";
import { mountHealth, type HealthDeps } from "./health/index.js";
import { mountOpenapi } from "./openapi/index.js";
import {
  answerWrongMethods,
  createHttpServer,
  createMount,
  createProxyTrust,
  describeRoutes,
  type AuditSink,
  type Authenticate,
  type Mount,
  type MountOptions,
} from "./platform/http/index.js";
import type { Platform } from "./platform/platform.js";
import { openSealing, type Sealing } from "./platform/sealing/index.js";
import { VERSION } from "./platform/version.js";
import { createInstallLog, fillEntries, mountRegistry, teamHasItems } from "./registry/index.js";
import { createReviewUpdates, mountReview, type ReviewUpdates } from "./review/index.js";
import { importSetting, loadSettings, openSettings, storeTogether, type Settings } from "./settings/index.js";
import { mountTeams } from "./teams/index.js";
import {
  mountTelemetry,
  nameOldSessions,
  openTelemetry,
  redactOlderLines,
  removeOldTelemetry,
} from "./telemetry/index.js";
import { answerWithPage, serveWebApp } from "./web-app/index.js";

/** What a test adds to see the edge at work: endpoints of its own, and callers that need no account. */
export interface AppExtras {
  readonly authenticate?: Authenticate;
  readonly mountMore?: (mount: Mount) => void;
}

export async function buildApp(platform: Platform, extras: AppExtras = {}): Promise<FastifyInstance> {
  const { config, log, relational, bus, isSingleProcess, outbound, refusal } = platform;
  const sealing = openSealing(config);
  const settings = await openPlatformSettings(platform, sealing);
  const auth = await openAuth({ config, db: relational, isSingleProcess, outbound, settings, sealing, log });
  const telemetry = openTelemetry(platform, settings);
  await registerJobs(platform, settings, telemetry);

  const trustsProxy = createProxyTrust(() => settings.get("security.trusted_proxy_ips"));
  const app = await createHttpServer({ config, log, trustsProxy });
  app.addHook("onClose", async () => settings.close());
  const finishRouting = answerWrongMethods(app);
  await describeRoutes(app);
  const auditLog = createAuditLog(platform);
  const installs = createInstallLog(platform);
  for (const outbox of [auditLog, installs]) {
    app.addHook("onReady", async () => outbox.start());
    app.addHook("onClose", () => outbox.close());
  }
  const limits = platform.rateLimiting.create({
    strict: settings.atStart("security.rate_limit_auth_strict"),
    general: settings.atStart("security.rate_limit_auth"),
  });
  const authenticate = extras.authenticate ?? auth.authenticate;
  const audit = createAuditSink(platform, auditLog, auth.forget);
  const mount = createMount(app, { authenticate, audit, limits, refusal, ...signInRules(settings) });

  // A worker is asked for its health by whatever runs it, and for nothing else.
  const discovery = config.role === "worker" ? undefined : openDiscovery(platform, settings, sealing);
  mountHealth(mount, healthDeps(platform, discovery));
  if (discovery) {
    mountAuth(mount, auth.deps);
    mountTeams(mount, { db: relational, teamHasItems });
    const { itemSearch } = discovery;
    mountRegistry(mount, { db: relational, settings, installs, usage: telemetry.reports, itemSearch });
    const updates = createReviewUpdates(bus);
    warmBehind(app, platform, { discovery, updates });
    mountReview(mount, { db: relational, settings, attest: (statement) => auth.attest.sign(statement), updates });
    mountDiscovery(mount, discovery.deps);
    mountAdmin(mount, { ...auth.deps, config, settings, auditLog, resealers: [settings.reseal, auth.reseal] });
    mountAudit(mount, { limits, wake: () => auditLog.wake() });
    mountTelemetry(mount, telemetry);
    mountGraphql(mount, { telemetry, reviews: updates, log }, { app, authenticate, audit, trustsProxy });
    mountFeedback(mount, { db: relational });
    mountConfig(mount, { settings, offeredSso: auth.deps.providers.offered });
    mountOpenapi(mount, () => app.swagger());
    extras.mountMore?.(mount);
    await serveWebApp(app);
  }

  finishRouting(config.role === "worker" ? undefined : answerWithPage);
  return app;
}

/** What the edge asks about sign-ins, which an admin may change at any time. */
function signInRules(settings: Settings): Pick<MountOptions, "isSsoOnly" | "backLink"> {
  return {
    isSsoOnly: () => settings.get("deployment.sso_only"),
    backLink: ({ code, requestId }) =>
      `${settings.get("deployment.frontend_url")}/login?sso_error=${code}&ref=${requestId}`,
  };
}

function healthDeps({ relational, analytical, bus, log }: Platform, discovery: Discovery | undefined): HealthDeps {
  return {
    anyUserExists: () => anyUserExists(relational),
    pingAnalytics: (limitMs) => analytical.ping(limitMs),
    busState: () => bus.state(),
    version: VERSION,
    ...(discovery && { searchProgress: discovery.progress }),
    log,
  };
}

async function registerJobs(
  platform: Platform,
  settings: Settings,
  telemetry: ReturnType<typeof openTelemetry>,
): Promise<void> {
  const { jobs, relational } = platform;
  await jobs.register(removeExpired, { db: relational });
  await jobs.register(removeOldTelemetry, telemetry);
  await jobs.register(nameOldSessions, telemetry);
  await jobs.register(redactOlderLines, { ...telemetry, jobs });
  // The rules for secrets may be newer than what is stored; a start has more urgent things to do.
  await jobs.enqueue(redactOlderLines, {}, { startAfterSeconds: 60 });
  await jobs.register(refreshSources, openSources(platform, settings));
}

function openPlatformSettings(
  { config, log, relational, bus }: Platform,
  sealing: Sealing,
): ReturnType<typeof openSettings> {
  return openSettings({
    loadSettings: () => loadSettings(relational),
    importSetting: (setting) => importSetting(relational, setting),
    storeTogether: (together) => relational.transaction((tx) => storeTogether(tx, together)),
    config,
    sealing,
    bus,
    log,
  });
}

function createAuditSink({ relational }: Platform, auditLog: AuditLog, forgetAccounts: () => void): AuditSink {
  return {
    // A transaction that failed may have committed all the same, when only its answer was lost.
    transaction: (work) => relational.transaction(work).finally(forgetAccounts),
    add: recordCall,
    added: () => auditLog.wake(),
    refused: auditLog.refused,
    readOthers: auditLog.readOthers,
  };
}

interface Indexes {
  readonly discovery: { warm(): Promise<void>; close(): Promise<void> };
  readonly updates: Pick<ReviewUpdates, "subscribe">;
}

/** Approvals come in bursts, which are taken in together. */
const CATCH_UP_AFTER_MS = 1000;

/**
 * The first search would wait for the indexes, but nothing else does. The same holds after every approval: the vectors of
 * hundreds of new items are made before someone looks for them.
 */
function warmBehind(app: FastifyInstance, { relational, log }: Platform, indexes: Indexes): void {
  const { discovery, updates } = indexes;
  const warm = async (): Promise<void> => {
    await fillEntries({ db: relational, transaction: relational.transaction });
    await discovery.warm();
  };
  const behind = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) =>
      log.warn({ err: error }, "the item index could not be updated; the next search will retry"),
    );
  let warmed: Promise<void> | undefined;
  app.addHook("onReady", async () => {
    warmed = behind(warm());
  });
  let soon: NodeJS.Timeout | undefined;
  const catchUp = (): void => {
    soon = undefined;
    warmed = behind(Promise.all([warmed, discovery.warm()]).then(() => undefined));
  };
  const unsubscribe = updates.subscribe(({ action }) => {
    if (action === "approved") soon ??= setTimeout(catchUp, CATCH_UP_AFTER_MS).unref();
  });
  app.addHook("onClose", async () => {
    unsubscribe();
    clearTimeout(soon);
    await discovery.close();
    // What reads must end before the store does.
    await warmed;
  });
}
