import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../../../test/eventually.js";
import { openSyncWorld, pythonServer, type SyncWorld } from "../../../test/git/sync-world.js";
import { createRepository } from "../../../test/git/repository.js";
import { startGitServer, type GitServer } from "../../../test/git/git-server.js";
import type { Person } from "../../../test/people.js";
import { temporaryDirectory } from "../../../test/temporary.js";
import { runSql } from "../../platform/relational/index.js";

const TOKEN = "ghp_operators-own";
const root = temporaryDirectory();
let world: SyncWorld;
let host: GitServer;
let author: Person;
let reviewer: Person;

beforeAll(async () => {
  host = await startGitServer(root);
  world = await openSyncWorld({
    OUTBOUND_ALLOWED_HOSTS: host.host,
    GIT_CLONE_TOKEN: TOKEN,
    GIT_CLONE_TOKEN_HOSTS: host.host,
  });
  [author, reviewer] = [await world.people.join(), await world.people.join("reviewer")];
});
afterAll(async () => {
  await world?.close();
  await host?.close();
});

const SOURCE = `import os
${pythonServer("list_tickets", "close_ticket")}
API_KEY = os.environ["TICKETS_API_KEY"]
`;

function repositoryOf(name: string, files: Record<string, string> = { "server.py": SOURCE }): string {
  const repository = createRepository(root, name);
  repository.commit(
    {
      "pyproject.toml": '[project]\nname = "tickets"\nversion = "1.4.0"\n[project.scripts]\ntickets = "server:main"\n',
      ...files,
    },
    "first",
  );
  return host.url + repository.path;
}

const submit = async (by: Person, body: object): Promise<string> => {
  const given = { version: "1.0.0", description: "Tickets", category: "general", ...body };
  const answer = await world.send("POST /mcps", { token: by.token, body: given });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string }>().id;
};
const detail = async (id: string) => (await world.send(`GET /mcps/${id}`, { token: world.admin.token })).json();
const analyzed = (id: string) =>
  eventually(async () => {
    const shown = await detail(id);
    expect(shown.validation_results).not.toEqual([]);
    return shown;
  });

test("POST /mcps/analyze says what a repository offers", async () => {
  const body = { git_url: repositoryOf("analyzed") };
  const answer = await world.send("POST /mcps/analyze", { token: author.token, body });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    name: "tickets",
    version: "1.4.0",
    framework: "fastmcp",
    command: "uvx",
    environment_variables: [{ name: "TICKETS_API_KEY", required: true }],
    error: null,
  });
  expect(answer.json().tools.map(({ name }: { name: string }) => name)).toEqual(["list_tickets", "close_ticket"]);
});

test.each([
  ["a repository that is not there", () => `${host.url}/absent.git`, "does not exist, or the server has no access"],
  ["a private address", () => "https://10.0.0.1/x.git", "10.0.0.1 is a private address"],
  ["an address without HTTP", () => "git@github.com:acme/x.git", "Only https:// repositories"],
])("POST /mcps/analyze answers for %s too", async (_what, url, reason) => {
  const answer = await world.send("POST /mcps/analyze", { token: author.token, body: { git_url: url() } });
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ tools: [], version: "0.1.0", error: expect.stringContaining(reason) });
});

test("a submission by git URL gets its tools, variables and command from the repository", async () => {
  const id = await submit(author, { name: "by-url", git_url: repositoryOf("by-url") });
  expect(await analyzed(id)).toMatchObject({
    status: "pending",
    mcp_validated: true,
    validation_results: [
      { stage: "fetch", passed: true },
      { stage: "analysis", passed: true },
    ],
    framework: "fastmcp",
    command: "uvx",
    transport: "stdio",
    resolved_sha: expect.stringMatching(/^[0-9a-f]{40}$/),
    environment_variables: [{ name: "TICKETS_API_KEY", required: true }],
    tools: [{ name: "list_tickets" }, { name: "close_ticket" }],
  });
  const review = await world.send("GET /review?type=mcp", { token: reviewer.token });
  const shown = review.json<{ id: string }[]>().find((each) => each.id === id);
  expect(shown).toMatchObject({ mcp_validated: true, validation_results: [{ stage: "fetch" }, { stage: "analysis" }] });
});

test("a version that is submitted again is the one that is analyzed, also below a newer one", async () => {
  const git_url = repositoryOf("submitted-again");
  const id = await submit(author, { name: "submitted-again", git_url });
  await analyzed(id);
  const [{ version }] = (await world.send(`GET /mcps/${id}/versions`, { token: author.token })).json().items;
  await world.send(`POST /review/${id}/reject`, { token: reviewer.token });
  const body = { version: "7.0.0", description: "Newer" };
  expect((await world.send(`POST /mcps/${id}/versions`, { token: author.token, body })).statusCode).toBe(201);
  expect((await world.send(`POST /mcps/${id}/submit`, { token: author.token })).statusCode).toBe(200);
  // Only the newest version's results are shown.
  const results = "SELECT validation_results AS of FROM item_version WHERE item_id = $1 AND version = $2";
  await eventually(async () => {
    const { rows } = await runSql(world.server.platform.relational, results, [id, version]);
    expect(rows).toMatchObject([{ of: [{ stage: "fetch" }, { stage: "analysis" }] }]);
  });
});

test("what the author wrote stays", async () => {
  const given = {
    tools: [{ name: "own_tool", description: "By hand" }],
    environment_variables: [{ name: "TICKETS_API_KEY", description: "By hand", required: false }],
    framework: "python",
    command: "npx",
    args: ["-y", "tickets@1.0.0"],
  };
  const id = await submit(author, { name: "by-hand", git_url: repositoryOf("by-hand"), ...given });
  expect(await analyzed(id)).toMatchObject({ ...given, description: "Tickets", version: "1.0.0", mcp_validated: true });
});

test("a reviewer who had read it before the analysis is shown it again", async () => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  host.intercept = async () => {
    await held;
    return false;
  };
  const id = await submit(author, { name: "read-early", git_url: repositoryOf("read-early") });
  await world.send(`GET /review/${id}`, { token: reviewer.token });
  letGo();
  host.intercept = () => false;
  await analyzed(id);
  const approve = () => world.send(`POST /review/${id}/approve`, { token: reviewer.token, body: {} });
  expect((await approve()).json().code).toBe("changed_since_review");
  await world.send(`GET /review/${id}`, { token: reviewer.token });
  expect((await approve()).statusCode).toBe(200);
});

test("what was approved meanwhile is not changed any more", async () => {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  host.intercept = async () => {
    await held;
    return false;
  };
  const id = await submit(author, { name: "approved-early", git_url: repositoryOf("approved-early") });
  await world.send(`POST /review/${id}/approve`, { token: reviewer.token, body: {} });
  const before = await detail(id);
  letGo();
  host.intercept = () => false;
  // The next submission is analyzed after it.
  await analyzed(await submit(author, { name: "after-it", git_url: repositoryOf("after-it") }));
  expect(await detail(id)).toEqual(before);
});

test("a repository whose text hides something is told as that", async () => {
  const hidden = SOURCE.replace("Does what", "Does\u{e0041}\u{e0042} what");
  const id = await submit(author, { name: "hiding", git_url: repositoryOf("hiding", { "server.py": hidden }) });
  const shown = await analyzed(id);
  expect(shown).toMatchObject({
    mcp_validated: false,
    tools: [],
    validation_results: [{ stage: "analysis", passed: false }],
  });
});

test("the operator's token is used for reviewers and above only", async () => {
  const url = repositoryOf("guarded");
  const tokensFor = async (by: Person): Promise<boolean> => {
    const before = host.requests.length;
    await world.send("POST /mcps/analyze", { token: by.token, body: { git_url: url } });
    return host.requests.slice(before).every(({ authorization }) => authorization !== undefined);
  };
  expect([await tokensFor(author), await tokensFor(reviewer)]).toEqual([false, true]);
  const submitted = async (by: Person, name: string): Promise<boolean> => {
    const before = host.requests.length;
    await analyzed(await submit(by, { name, git_url: url }));
    return host.requests.slice(before).every(({ authorization }) => authorization !== undefined);
  };
  expect([await submitted(author, "guarded-one"), await submitted(reviewer, "guarded-two")]).toEqual([false, true]);
  // An admin who corrects someone else's submission does not lend them the token.
  const id = await submit(author, { name: "guarded-three", git_url: url });
  await analyzed(id);
  const before = host.requests.length;
  const body = { description: "Corrected" };
  await world.send(`PUT /mcps/${id}/draft`, { token: world.admin.token, body });
  await eventually(() => expect(host.requests.length).toBeGreaterThan(before));
  await analyzed(id);
  expect(host.requests.slice(before).some(({ authorization }) => authorization !== undefined)).toBe(false);
});
