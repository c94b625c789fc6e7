import type { EnabledSync, SyncRun } from "@tackroom/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { startGitServer, type GitServer } from "../../test/git/git-server.js";
import { createRepository, type TestRepository } from "../../test/git/repository.js";
import { pythonServer } from "../../test/git/sync-world.js";
import { startProcess, type ProcessClient } from "../../test/process-client.js";
import { serverSizes } from "../../test/sizes.js";
import { initialisedDirectory, temporaryDirectory } from "../../test/temporary.js";

const root = temporaryDirectory();
let host: GitServer;
beforeAll(async () => {
  host = await startGitServer(root);
});
afterAll(() => host.close());

const start = (env: Record<string, string>, token = ""): Promise<ProcessClient> =>
  startProcess({ ...env, OUTBOUND_ALLOWED_HOSTS: host.host, MCP_ALLOW_HTTP_GIT: "true" }, token);

/** When the process is killed: as soon as this has happened. */
const MOMENTS: Readonly<
  Record<string, (repository: TestRepository, running: ProcessClient, id: string) => Promise<void>>
> = {
  "during the fetch": (repository) =>
    new Promise((resolve) => {
      host.intercept = ({ method, url }) => {
        const isFetch = method === "POST" && url?.startsWith(repository.path) === true;
        if (isFetch) resolve();
        return isFetch;
      };
    }),
  "during the analysis": async (repository) => {
    const asked = (): number =>
      host.requests.filter(({ method, path }) => method === "POST" && path.startsWith(repository.path)).length;
    // Once for the name of the default branch, and for its refs and its objects.
    await eventually(() => expect(asked()).toBeGreaterThanOrEqual(3));
  },
  "right after the commit": async (_repository, running, id) => {
    const ended = async (): Promise<void> => {
      const [run] = await running.call<SyncRun[]>(`GET /mcps/${id}/webhook-sync/runs`);
      expect(run?.status).toBe("success");
    };
    await eventually(ended);
  },
};

describe.each(Object.entries(MOMENTS))("a server that is killed %s", (name, moment) => {
  test("has published one version when it is back, and its status says so", { timeout: 600_000 }, async () => {
    const env = { DATA_DIR: initialisedDirectory() };
    const repository = createRepository(root, name.replaceAll(" ", "-"));
    const [before, id] = await withSync(env, repository);
    const sha = repository.commit({ "server.py": pythonServer("first_tool", "second_tool") }, "second");
    host.requests.length = 0;
    const reached = moment(repository, before, id);
    await before.call(`POST /mcps/${id}/webhook-sync/run`);
    await reached;
    before.server.child.kill("SIGKILL");
    await before.server.ended;
    host.intercept = () => false;

    await expectOneVersion(env, before.token, id, sha);
  });
});

// The embedded stores let nobody else in, who could hold the commit up.
const atScale = serverSizes.filter(({ size }) => size === "at scale");

if (atScale.length === 0) {
  test("a server that is killed just before the commit needs a database that a test can hold up", ({ skip }) => {
    skip("TEST_DATABASE_URL and TEST_REDIS_URL name no servers");
  });
}

describe.each(atScale)("a server that is killed just before the commit ($size)", (on) => {
  test("has published nothing, and publishes one version when it is back", { timeout: 600_000 }, async () => {
    const stores = await on.start();
    const env = {
      ...stores.env,
      DATA_DIR: temporaryDirectory(),
      JWT_KEY_DIR: temporaryDirectory(),
      SECRET_KEY: "kept",
    };
    const connectionString = stores.env["DATABASE_URL"];
    // Within a transaction PostgreSQL shows the same activity again and again, so somebody else looks.
    const [database, watcher] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
    await Promise.all([database.connect(), watcher.connect()]);
    const repository = createRepository(root, "before-the-commit");
    const [before, id] = await withSync(env, repository);
    const sha = repository.commit({ "server.py": pythonServer("first_tool", "second_tool") }, "second");
    // The record of a publication is among the last things that its transaction writes.
    host.intercept = async ({ method, url }) => {
      if (method !== "POST" || !url?.startsWith(repository.path)) return false;
      host.intercept = () => false;
      await database.query("BEGIN");
      await database.query("LOCK TABLE audit_outbox IN SHARE MODE");
      return false;
    };
    await before.call(`POST /mcps/${id}/webhook-sync/run`);
    const waiting = `SELECT query FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE 'insert into%audit_outbox%'`;
    await eventually(async () => expect((await watcher.query(waiting)).rows).toHaveLength(1));
    before.server.child.kill("SIGKILL");
    await before.server.ended;
    await database.query("COMMIT");
    const versions = "SELECT version FROM item_version WHERE item_id = $1";
    await eventually(async () => expect((await watcher.query(waiting)).rows).toEqual([]));
    expect((await watcher.query(versions, [id])).rows).toEqual([{ version: "1.0.0" }]);
    await expectOneVersion(env, before.token, id, sha);
    await Promise.all([database.end(), watcher.end()]);
    await stores.stop();
  });
});

/** A server with an approved listing that follows the repository. */
async function withSync(env: Record<string, string>, repository: TestRepository): Promise<[ProcessClient, string]> {
  repository.commit({ "server.py": pythonServer("first_tool") }, "first");
  const running = await start(env);
  running.token = (await running.call<{ access_token: string }>("POST /auth/bootstrap")).access_token;
  const git_url = host.url + repository.path;
  const body = { name: "tickets", version: "1.0.0", description: "x", category: "general", git_url };
  const { id } = await running.call<{ id: string }>("POST /mcps", body);
  await eventually(async () => {
    const { validation_results: results } = await running.call<{ validation_results: unknown[] }>(`GET /mcps/${id}`);
    expect(results).toHaveLength(2);
  });
  await running.call(`POST /review/${id}/approve`);
  await running.call<EnabledSync>(`PUT /mcps/${id}/webhook-sync`);
  return [running, id];
}

async function expectOneVersion(env: Record<string, string>, token: string, id: string, sha: string): Promise<void> {
  const after = await start(env, token);
  await eventually(async () => {
    expect(await after.call(`GET /mcps/${id}/webhook-sync`)).toMatchObject({
      last_sync_status: "success",
      last_synced_sha: sha,
      last_version: "1.0.1",
    });
  });
  const { total } = await after.call<{ total: number }>(`GET /mcps/${id}/versions`);
  expect(total).toBe(2);
  after.server.child.kill("SIGTERM");
  expect(await after.server.ended).toBe(0);
}
