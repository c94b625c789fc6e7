import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { as, authenticateByKey } from "../../test/callers.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { temporaryDirectory } from "../../test/temporary.js";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ extras: { authenticate: authenticateByKey } });
});
afterAll(() => server.close());

const root = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")) as {
  version: string;
  engines: { node: string };
};

/** The names and contents of an archive, as tar reads them. */
function filesOf(archive: Buffer): Map<string, string> {
  const folder = temporaryDirectory();
  execFileSync("tar", ["xzf", "-", "-C", folder], { input: archive });
  const names = execFileSync("tar", ["tzf", "-"], { input: archive, encoding: "utf8" }).trim().split("\n");
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

describe("GET /tack.tgz", () => {
  test("is the command as npm installs it, without dependencies and without scripts", async () => {
    const answer = await server.app.inject({ url: "/tack.tgz" });
    expect([answer.statusCode, answer.headers["content-type"]]).toEqual([200, "application/gzip"]);
    const files = filesOf(answer.rawPayload);
    const manifest = JSON.parse(files.get("package/package.json") ?? "") as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: "@tackroom/tack", version: root.version, engines: root.engines });
    for (const member of ["dependencies", "scripts", "optionalDependencies"])
      expect(manifest).not.toHaveProperty(member);
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        "package/bin/tack.cjs",
        "package/bundle/tack.cjs",
        "package/bundle/hook.cjs",
        "package/LICENSE",
      ]),
    );
    // What makes archives of the same content differ: when they were made, and by whom.
    const header = gunzipSync(answer.rawPayload).subarray(0, 512).toString("latin1");
    expect(answer.rawPayload.readUInt32LE(4)).toBe(0);
    expect(header.slice(108, 148)).toBe(`0000000\u00000000000\u0000${header.slice(124, 136)}03560116604\u0000`);
  });

  test("tells its version and its digest, and is not sent again to those who have it", async () => {
    const { rawPayload, headers } = await server.app.inject({ url: "/tack.tgz" });
    const digest = `sha256:${createHash("sha256").update(rawPayload).digest("hex")}`;
    expect(headers).toMatchObject({
      "x-artifact-digest": digest,
      "x-artifact-version": root.version,
      etag: `"${digest}"`,
      "cache-control": "public, no-cache",
    });
    const head = await server.app.inject({ method: "HEAD", url: "/tack.tgz" });
    expect([head.statusCode, head.headers["content-length"], head.headers["x-artifact-digest"], head.body]).toEqual([
      200,
      String(rawPayload.length),
      digest,
      "",
    ]);
    const again = await server.app.inject({ url: "/tack.tgz", headers: { "if-none-match": `"${digest}"` } });
    expect([again.statusCode, again.body, again.headers["etag"]]).toEqual([304, "", `"${digest}"`]);
    expect((await server.app.inject({ method: "POST", url: "/tack.tgz" })).statusCode).toBe(405);
  });
});

describe("GET /install.sh", () => {
  const scriptFor = async (host: string) => server.app.inject({ url: "/install.sh", headers: { host } });

  test("installs from the host that was asked, which is not for shared caches", async () => {
    const { body, headers } = await scriptFor("tack.example.com:8443");
    expect(body).toContain("\nserver='http://tack.example.com:8443'\n");
    expect(headers["cache-control"]).toContain("private");
    expect((await scriptFor("[::1]:8000")).body).toContain("\nserver='http://[::1]:8000'\n");
  });

  test.each(["a';id;'", "a$(id)", "a`id`", 'a"b', "a b", "a\\b", "a;b", "a/../b?c", "a&b", "user@a"])(
    "takes nothing into the script from the host %s",
    async (host) => {
      const { statusCode, body } = await scriptFor(host);
      expect(statusCode).toBe(400);
      expect(body).not.toContain("set -eu");
    },
  );

  test("installs from the public URL where the operator set one", async () => {
    const admin = as("super_admin", "sam");
    const key = "deployment.public_url";
    const put = await server.app.inject({
      method: "PUT",
      url: `/api/v1/admin/settings/${key}`,
      headers: admin,
      payload: { value: "https://tools.example.com/tack/" },
    });
    expect(put.statusCode).toBe(200);
    const { body } = await scriptFor("a';id;'");
    expect(body).toContain("\nserver='https://tools.example.com/tack'\n");
    expect(body).toContain("tack login --server $server");
    await server.app.inject({ method: "DELETE", url: `/api/v1/admin/settings/${key}`, headers: admin });
  });

  /** Runs it where the only programs are those that the test made. */
  async function runWith(programs: Readonly<Record<string, string>>) {
    const { body } = await scriptFor("127.0.0.1:1");
    const folder = temporaryDirectory();
    const bin = join(folder, "bin");
    mkdirSync(bin);
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(join(bin, name), 0o755);
    }
    return spawnSync("/bin/sh", ["-s"], { input: body, encoding: "utf8", env: { PATH: bin, FOLDER: folder } });
  }

  test("says what is missing", async () => {
    const node = `exec ${process.execPath} "$@"`;
    const oldNode = 'case "$1" in --version) echo v18.20.0;; *) exit 1;; esac';
    const reasons = [
      await runWith({}),
      await runWith({ node: oldNode }),
      await runWith({ node }),
      await runWith({ node, npm: "exit 3" }),
    ].map(({ status, stderr }) => `${status} ${stderr.split("\n")[0]}`);
    expect(reasons).toEqual([
      "1 tack needs Node.js 20.19 or newer, and node was not found.",
      "1 tack needs Node.js 20.19 or newer; this is v18.20.0.",
      "1 npm was not found. It is part of Node.js: install it from https://nodejs.org, then run this again.",
      "1 npm could not install tack; see its messages above.",
    ]);
  });
});

test("tack learns the version of the server from any response, others do not", async () => {
  const url = "/api/v1/config/version";
  const told = await server.app.inject({ url, headers: { "x-tackroom-cli-version": "0.0.1" } });
  expect(told.headers["x-tackroom-version"]).toBe(root.version);
  expect((await server.app.inject({ url })).headers).not.toHaveProperty("x-tackroom-version");
});
