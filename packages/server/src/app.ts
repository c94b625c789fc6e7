import type { FastifyInstance } from "fastify";
import { mountActivity } from "./activity/index.js";
import { mountAdmin } from "./admin/index.js";
import { deliverAlertsJob, evaluateAlertsJob, mountAlerts, resealWebhookSecrets } from "./alerts/index.js";
import { createAuditLog, mountAudit, recordCall, type AuditLog } from "./audit/index.js";
import { anyUserExists, findUsers, mountAuth, openAuth, removeExpired } from "./auth/index.js";
import { evaluateBudgets, mountBudgets } from "./budgets/index.js";
import { mountConfig } from "./config/index.js";
import { mountDiscovery, openDiscovery, openSources, refreshSources, type Discovery } from "./discovery/index.js";
import { mountFeedback } from "./feedback/index.js";
import { mountGitSync, resealSyncSecrets, syncRepository, takeOverAbandoned } from "./git-sync/index.js";
import { mountGraphql } from "./graphql/index.js";
import { mountHealth, type HealthDeps } from "./health/index.js";
import { mountInbox, removeOldNotifications, sendInboxDigest } from "./inbox/index.js";
import { challengeOf } from "./mcp-authorization/index.js";
import { serverCard } from "./mcp-registry/index.js";
import { mountMcp } from "./mount-mcp.js";
import { openSurfaces } from "./open-surfaces.js";
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
import { createSemaphore } from "./platform/concurrency.js";
import type { Platform } from "./platform/platform.js";
import type { Tx } from "./platform/relational/tx.js";
import { openSealing, type Sealing } from "./platform/sealing/index.js";
import { VERSION } from "./platform/version.js";
import {
  analyzeSubmission,
  createInstallLog,
  fillEntries,
  furnishing,
  mountRegistry,
  teamHasItems,
  type Attest,
} from "./registry/index.js";
import { createReviewUpdates, mountReview, type ReviewUpdates } from "./review/index.js";
import { importSetting, loadSettings, openSettings, storeTogether, type Settings } from "./settings/index.js";
import { createRepositories, openSourceAnalyzer, type Repositories } from "./source-analysis/index.js";
import { serveTack } from "./tack-download/index.js";
import { mountTeams } from "./teams/index.js";
import {
  aboutItems,
  countRepeatedCalls,
  mountTelemetry,
  countOlderActivity,
  nameOldSessions,
  openTelemetry,
  redactOlderLines,
  removeOldTelemetry,
  seekOlderLines,
} from "./telemetry/index.js";
import { answerWithPage, serveWebApp } from "./web-app/index.js";

/** What a test adds to see the edge at work: endpoints of its own, and callers that need no account. */
export interface AppExtras {
  readonly authenticate?: Authenticate;
  readonly mountMore?: (mount: Mount) => void;
}

/** Of those that someone waits for: git sync goes on whatever people ask for. */
const MAX_ANALYSES_AT_ONCE = 2;

export async function buildApp(platform: Platform, extras: AppExtras = {}): Promise<FastifyInstance> {
  const { config, log, relational, bus, jobs, isSingleProcess, outbound, refusal } = platform;
  const sealing = openSealing(config);
  const settings = await openPlatformSettings(platform, sealing);
  const auth = await openAuth({ config, db: relational, isSingleProcess, outbound, settings, sealing, log });
  const telemetry = openTelemetry(platform, settings);
  const analyzer = openSourceAnalyzer();
  const repositories = createRepositories(platform.git, analyzer);
  const analysesInTurn = createSemaphore(MAX_ANALYSES_AT_ONCE);
  const attest = (statement: object): Promise<string> => auth.attest.sign(statement);
  const updates = createReviewUpdates(bus);
  await registerJobs(platform, { settings, sealing, telemetry, repositories, attest, updates });
  const surfaces = await openSurfaces(platform, settings);

  const trustsProxy = createProxyTrust(() => settings.get("security.trusted_proxy_ips"));
  const app = await createHttpServer({ config, log, trustsProxy });
  for (const opened of [settings, analyzer, surfaces]) app.addHook("onClose", async () => opened.close());
  const finishRouting = answerWrongMethods(app);
  await describeRoutes(app);
  const auditLog = createAuditLog(platform);
  const installs = createInstallLog(platform);
  runWith(app, [auditLog, installs]);
  const limits = platform.rateLimiting.create(signInRates(settings));
  const authenticate = extras.authenticate ?? auth.authenticate;
  const audit = createAuditSink(platform, auditLog, auth.forget);
  const mount = createMount(app, { authenticate, audit, limits, refusal, ...signInRules(settings) });

  // A worker is asked for its health by whatever runs it, and for nothing else.
  const discovery = config.role === "worker" ? undefined : openDiscovery(platform, settings, sealing);
  mountHealth(mount, healthDeps(platform, discovery));
  if (discovery) {
    mountAuth(mount, { ...auth.deps, ...furnishing(config.starterSkill, attest) });
    mountTeams(mount, { db: relational, teamHasItems });
    const about = { itemSearch: discovery.itemSearch, ...aboutItems(telemetry) };
    const shelf = { db: relational, jobs, settings, installs, ...about };
    mountRegistry(mount, { ...shelf, repositories, analysesInTurn });
    warmBehind(app, platform, { discovery, updates });
    mountReview(mount, { db: relational, settings, attest, updates });
    mountDiscovery(mount, { ...discovery.deps, serverCardOf: serverCard });
    const resealers = [settings.reseal, auth.reseal, ...resealersOf(sealing)];
    mountAdmin(mount, { ...auth.deps, config, settings, auditLog, resealers });
    mountAudit(mount, { limits, wake: () => auditLog.wake() });
    mountTelemetry(mount, telemetry);
    mountGraphql(mount, { telemetry, reviews: updates, log }, { app, authenticate, audit, trustsProxy });
    mountMcp(app, mount, { platform, auth, sealing, server: { ...shelf, telemetry } });
    mountNotices(mount, { platform, settings, sealing, telemetry });
    surfaces.mount(mount, updates);
    mountConfig(mount, { settings, offeredSso: auth.deps.providers.offered });
    mountOpenapi(mount, () => app.swagger());
    extras.mountMore?.(mount);
    serveTack(app, { settings });
    await serveWebApp(app);
  }

  finishRouting(config.role === "worker" ? undefined : answerWithPage);
  return app;
}

type NoticeParts = Pick<JobParts, "settings" | "sealing" | "telemetry"> & { readonly platform: Platform };

/** What follows the work of others, and tells of it. */
function mountNotices(mount: Mount, { platform, settings, sealing, telemetry }: NoticeParts): void {
  const { config, relational: db, jobs, outbound } = platform;
  mountGitSync(mount, { db, transaction: db.transaction, jobs, sealing, settings, config });
  mountAlerts(mount, { db, reports: telemetry.reports, settings, sealing, outbound });
  mountFeedback(mount, { db });
  mountActivity(mount, { db });
  mountBudgets(mount, { db, settings });
  mountInbox(mount, { db });
}

function runWith(app: FastifyInstance, outboxes: readonly { start(): void; close(): Promise<void> }[]): void {
  for (const outbox of outboxes) {
    app.addHook("onReady", async () => outbox.start());
    app.addHook("onClose", () => outbox.close());
  }
}

/** Secrets that modules keep sealed in tables of their own. */
function resealersOf(sealing: ReturnType<typeof openSealing>) {
  return [resealSyncSecrets, resealWebhookSecrets].map((reseal) => (tx: Tx) => reseal(sealing, tx));
}

const signInRates = (settings: Settings) => ({
  strict: settings.atStart("security.rate_limit_auth_strict"),
  general: settings.atStart("security.rate_limit_auth"),
});

/** What the edge asks about sign-ins, which an admin may change at any time. */
function signInRules(settings: Settings): Pick<MountOptions, "isSsoOnly" | "backLink" | "challenge"> {
  return {
    challenge: challengeOf(settings),
    isSsoOnly: () => settings.get("deployment.sso_only"),
    backLink: ({ act, code, requestId }) => {
      const login = `${settings.get("deployment.frontend_url")}/login`;
      // The login page explains failed sign-ins; anyone still signed in is taken on from there.
      return act === "sign-in" ? `${login}?sso_error=${code}&ref=${requestId}` : login;
    },
  };
}

function healthDeps(platform: Platform, discovery: Discovery | undefined): HealthDeps {
  const { relational, analytical, bus, storageState, log } = platform;
  return {
    anyUserExists: () => anyUserExists(relational),
    pingAnalytics: (limitMs) => analytical.ping(limitMs),
    busState: () => bus.state(),
    storageState,
    version: VERSION,
    ...(discovery && { searchProgress: discovery.progress }),
    log,
  };
}

interface JobParts {
  readonly settings: Settings;
  readonly sealing: Sealing;
  readonly telemetry: ReturnType<typeof openTelemetry>;
  readonly repositories: Repositories;
  readonly attest: Attest;
  readonly updates: Pick<ReviewUpdates, "publish">;
}

async function registerJobs(platform: Platform, parts: JobParts): Promise<void> {
  const { jobs, relational: db, config, outbound, log } = platform;
  const { settings, sealing, telemetry, repositories, attest, updates } = parts;
  await jobs.register(removeExpired, { db });
  await jobs.register(removeOldTelemetry, telemetry);
  await jobs.register(nameOldSessions, telemetry);
  await jobs.register(countOlderActivity, telemetry);
  await jobs.register(countRepeatedCalls, telemetry);
  await jobs.register(redactOlderLines, telemetry);
  await jobs.register(seekOlderLines, telemetry);
  await jobs.enqueue(countOlderActivity, {});
  // The rules for secrets may be newer than what is stored; a start has more urgent things to do.
  await jobs.enqueue(redactOlderLines, {}, { startAfterSeconds: 60 });
  await jobs.register(refreshSources, openSources(platform, settings));
  const { transaction } = db;
  await jobs.register(evaluateBudgets, { db, transaction, settings });
  await jobs.register(removeOldNotifications, { db });
  await jobs.register(sendInboxDigest, {
    db,
    outbound,
    target: () => digestTarget(settings),
    findUsers: (ids) => findUsers(db, ids),
  });
  const published = (listingId: string): void => updates.publish({ listingId, action: "approved" });
  await jobs.register(analyzeSubmission, { db, transaction, repositories });
  await jobs.register(syncRepository, { db, transaction, jobs, repositories, attest, config, published });
  await jobs.register(takeOverAbandoned, { db, jobs });
  const { reports } = telemetry;
  await jobs.register(deliverAlertsJob, { db, outbound, sealing, log });
  await jobs.register(evaluateAlertsJob, { db, transaction, jobs, reports, settings, outbound, sealing, log });
}

function digestTarget(settings: Settings) {
  const [url, secret] = [settings.get("inbox.digest_webhook_url"), settings.get("inbox.digest_webhook_secret")];
  const webAppUrl = settings.get("deployment.frontend_url");
  return url === "" || secret === "" ? undefined : { url, secret, webAppUrl };
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
