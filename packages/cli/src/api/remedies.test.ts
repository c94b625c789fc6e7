import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { fakeServer } from "../testing/fake-registry.js";
import { testMachine } from "../testing/run-tack.js";
import { temporaryDirectory } from "../testing/temporary.js";

const refusing = (status: number, code: string, detail: string): Promise<string> =>
  fakeServer(() => ({ status, body: { code, detail } }));

describe("a refusal names what helps", () => {
  test.each([
    [401, "unauthenticated", "Authentication required. Send Authorization: Bearer <token>.", "tack login", "Bearer"],
    [403, "password_change_required", "Choose one: PUT /api/v1/auth/profile/password.", "tack change-password", "PUT"],
    [403, "account_deactivated", "The account is deactivated.", "reactivate", "the role"],
    [403, "forbidden", "This requires the role super_admin; your role is admin.", "server grant-role", "Ask an admin"],
    [403, "forbidden", "This requires the role admin; your role is user.", "Ask an admin", "grant-role"],
    [401, "invalid_credentials", "Incorrect password. Reset it: POST /x.", "tack reset-password --email", "tack login"],
    [404, "not_found", "Submission ada/x not found. See GET /api/v1/review.", "tack review list", "GET"],
    [404, "unknown_setting", "Unknown setting. See GET /api/v1/admin/settings.", "tack admin settings", "GET"],
    [404, "not_found", "Team not found. See GET /api/v1/teams/all.", "tack team list --all", "GET"],
    [
      404,
      "not_found",
      "You have no saved view. See GET /api/v1/me/session-views.",
      "See: tack api GET /api/v1/me/",
      "See GET",
    ],
    [404, "not_found", "No version 9. See GET /api/v1/mcps/4f/versions.", "See: tack registry mcp versions 4f", "GET"],
    [
      409,
      "conflict",
      "1.0.0 is archived. Unarchive it first: PATCH /api/v1/skills/4f/unarchive.",
      "Unarchive it first: tack registry skill archive 4f --undo",
      "PATCH",
    ],
    [
      409,
      "conflict",
      "You have rated it. To change it, use PUT /api/v1/feedback/4f.",
      "To change it, use: tack api PUT /api/v1/feedback/4f",
      "use PUT",
    ],
    [
      403,
      "forbidden",
      "Only its creator can. As an admin you can revoke it: DELETE /api/v1/feeds/{id}.",
      "you can revoke it: tack feed revoke <id>",
      "DELETE",
    ],
  ])("%d %s: %s", async (...[status, code, detail, remedy, wrong]) => {
    const { stderr } = await testMachine(await refusing(status, code, detail)).run("whoami");
    expect(stderr).toContain(remedy);
    expect(stderr).not.toContain(wrong);
  });
});

test("a remedy goes to the server that the command was told to use", async () => {
  const server = await refusing(401, "unauthenticated", "Authentication required. Send Authorization: Bearer <token>.");
  const machine = testMachine("http://localhost:1");
  expect((await machine.run(`whoami --server ${server}`)).stderr).toContain(`Sign in: tack login --server ${server}`);
  expect((await machine.run(`search mail --server ${server}`)).stderr).toContain(`tack login --server ${server}`);
});

describe("a certificate that no authority vouches for", () => {
  beforeEach(({ skip }) => skip(spawnSync("openssl", ["version"]).status !== 0, "openssl is not installed"));

  test("is not mistaken for a server that does not run", async () => {
    const [key, cert] = ["key.pem", "cert.pem"].map((name) => join(temporaryDirectory(), name)) as [string, string];
    const made = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=localhost"];
    spawnSync("openssl", ["req", "-x509", ...made, "-keyout", key, "-out", cert]);
    const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = `https://localhost:${(server.address() as AddressInfo).port}`;
    const { exitCode, stderr } = await testMachine(address).run("status");
    expect(exitCode).toBe(9);
    expect(stderr).toContain("NODE_EXTRA_CA_CERTS");
    expect(stderr).not.toContain("Is the server running?");
  });
});

test.each(["status", "search mail", "registry mcp list", "whoami", "install mcp:ada/mail --harness claude-code"])(
  "%s says so if another server answers, also in JSON",
  async (line) => {
    const server = createHttpServer((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end('{"hello":1}'),
    );
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const machine = testMachine(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const { exitCode, stderr } = await machine.run(line, { env: { TACK_API_KEY: "tack_key" } });
    expect(stderr).toMatch(/returned an unexpected response\. Is it a Tackroom server\?/);
    expect(exitCode).toBe(9);
  },
);

describe("a search without signing in", () => {
  const searched = async (results: readonly object[], env: Record<string, string> = {}): Promise<string> => {
    const { stdout, stderr } = await testMachine(await fakeServer(() => ({ body: { results } }))).run("search mail", {
      env,
    });
    return stdout + stderr;
  };

  test("says that only what is public was searched, and how to see more", async () => {
    expect(await searched([])).toMatch(/public.*tack login/s);
    expect(await searched([{ identifier: "urn:air:x", score: 90, type: "skill" }])).toMatch(/public.*tack login/s);
    expect(await searched([], { TACK_TOKEN: "t" })).not.toContain("tack login");
  });
});
