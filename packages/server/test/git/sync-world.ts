import type { EnabledSync, ItemDetail, SyncRun } from "@tackroom/contract";
import { expect } from "vitest";
import { runSql } from "../../src/platform/relational/index.js";
import { eventually } from "../eventually.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../people.js";
import { publishItem, type PublishedItem } from "../registry.js";
import { startTestServer, type TestServer } from "../server.js";
import { largestSize } from "../sizes.js";
import { temporaryDirectory } from "../temporary.js";
import { deliverA, pushA, type Webhook } from "./deliveries.js";
import { startGitServer, type GitServer } from "./git-server.js";
import { createRepository, type TestRepository } from "./repository.js";

export type SyncWithSecret = EnabledSync & Webhook;

/** A listing with a repository of its own. */
export interface Listing extends PublishedItem {
  readonly repository: TestRepository;
  readonly gitUrl: string;
  readonly owner: Person;
}

export interface SyncWorld {
  readonly server: TestServer;
  readonly send: Send;
  readonly host: GitServer;
  readonly people: People;
  readonly admin: Person;
  /** Approved, at 1.0.0, with a repository that has one commit. */
  publish(owner: Person, more?: object): Promise<Listing>;
  enable(listing: Pick<Listing, "id" | "owner">, body?: object): Promise<SyncWithSecret>;
  /** Commits, and delivers the push as host A does. */
  push(listing: Listing, sync: Webhook, files: Readonly<Record<string, string>>, message?: string): Promise<string>;
  /** The newest run, once it has ended. */
  outcome(listing: Pick<Listing, "id" | "owner">): Promise<SyncRun>;
  runs(listing: Pick<Listing, "id" | "owner">): Promise<SyncRun[]>;
  status(listing: Pick<Listing, "id" | "owner">): Promise<EnabledSync>;
  detail(listing: Pick<Listing, "id" | "owner">): Promise<ItemDetail & Record<string, unknown>>;
  close(): Promise<void>;
}

/** Submissions are analyzed in the background, which asks the host too. */
async function analysesDone({ platform }: TestServer): Promise<void> {
  await eventually(async () => {
    const { rows } = await runSql(
      platform.relational,
      "SELECT id FROM jobs.job WHERE name = 'registry.analyze-submission' AND state IN ('created', 'active')",
      [],
    );
    expect(rows).toEqual([]);
  });
}

/** Source of a server with these tools. */
export const pythonServer = (...tools: readonly string[]): string =>
  `from mcp.server.fastmcp import FastMCP

mcp = FastMCP("tickets")

${tools
  .map(
    (tool) =>
      `@mcp.tool()\ndef ${tool}(project: str) -> str:\n    """Does what ${tool} says, for one project."""\n    return project\n`,
  )
  .join("\n")}`;

export async function openSyncWorld(env: Record<string, string> = {}, on = largestSize[0]): Promise<SyncWorld> {
  const root = temporaryDirectory();
  const host = await startGitServer(root);
  const server = await startTestServer({
    env: { OUTBOUND_ALLOWED_HOSTS: host.host, MCP_ALLOW_HTTP_GIT: "true", ...env },
    ...(on ? { on } : {}),
  });
  const send = createSend(server);
  const people = await invitePeople(server);
  let repositories = 0;

  const read = async <T>({ id, owner }: Pick<Listing, "id" | "owner">, path: string): Promise<T> => {
    const answer = await send(`GET /mcps/${id}${path}`, { token: owner.token });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<T>();
  };
  const runs: SyncWorld["runs"] = (listing) => read(listing, "/webhook-sync/runs");

  return {
    server,
    send,
    host,
    people,
    admin: people.admin,
    runs,
    async publish(owner, more = {}) {
      const repository = createRepository(root, `repo-${++repositories}`);
      repository.commit({ "server.py": pythonServer("list_tickets") }, "feat: first");
      const gitUrl = host.url + repository.path;
      const item = await publishItem(server, "mcps", owner, { git_url: gitUrl, ...more });
      await analysesDone(server);
      return { ...item, repository, gitUrl, owner };
    },
    async enable({ id, owner }, body = {}) {
      const answer = await send(`PUT /mcps/${id}/webhook-sync`, { token: owner.token, body });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<SyncWithSecret>();
    },
    async push({ repository, gitUrl }, sync, files, message = "feat: change") {
      const sha = repository.commit(files, message);
      const payload = pushA({ url: gitUrl, sha, message });
      const answer = await deliverA(server, sync, { event: "push", payload });
      expect(answer.statusCode, answer.body).toBe(202);
      expect(answer.json()).toMatchObject({ status: "queued" });
      return sha;
    },
    outcome: (listing) =>
      eventually(async () => {
        const [run] = await runs(listing);
        expect(run?.finished_at, JSON.stringify(run)).not.toBeNull();
        return run as SyncRun;
      }),
    status: (listing) => read(listing, "/webhook-sync"),
    detail: (listing) => read(listing, ""),
    close: async () => {
      await server.close();
      await host.close();
    },
  };
}
