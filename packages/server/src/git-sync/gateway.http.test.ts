import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { headersOfA, pushA } from "../../test/git/deliveries.js";
import { openSyncWorld, type Listing, type SyncWithSecret, type SyncWorld } from "../../test/git/sync-world.js";
import { temporaryDirectory } from "../../test/temporary.js";

const GUIDE = new URL("../../../../docs/git-sync.md", import.meta.url);
const hasNginx = spawnSync("nginx", ["-v"]).status === 0;

/** The gateway of the guide as operators copy it, but for its addresses. */
function gatewayOf(port: number, upstream: string): string {
  const [, block = ""] = /```nginx\n([^`]+)```/.exec(readFileSync(GUIDE, "utf8")) ?? [];
  return block
    .replace("server_name hooks.example.com;", `listen 127.0.0.1:${port};`)
    .replace("http://tackroom.internal:8000", upstream);
}

/** nginx must be told its port before it starts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

/** nginx as an unprivileged program of the test's own, with everything in one folder. */
async function startNginx(upstream: string) {
  const folder = temporaryDirectory();
  const port = await freePort();
  const files = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  writeFileSync(
    `${folder}/nginx.conf`,
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${files.join(" ")} ${gatewayOf(port, upstream)} }`,
  );
  const nginx = spawn("nginx", ["-c", `${folder}/nginx.conf`, "-p", folder, "-e", `${folder}/error.log`]);
  await eventually(async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
  });
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      nginx.kill();
      await once(nginx, "exit");
    },
  };
}

describe("behind the gateway that the guide shows", () => {
  let world: SyncWorld;
  let gateway: Awaited<ReturnType<typeof startNginx>>;
  let listing: Listing;
  let sync: SyncWithSecret;

  beforeAll(async () => {
    if (!hasNginx) return;
    world = await openSyncWorld({ TRUSTED_PROXIES: "127.0.0.1" });
    listing = await world.publish(await world.people.join());
    sync = await world.enable(listing);
    gateway = await startNginx(await world.server.app.listen({ port: 0, host: "127.0.0.1" }));
  });
  afterAll(async () => {
    await gateway?.close();
    await world?.close();
  });

  const ask = (method: string, path: string) =>
    fetch(gateway.address + path, { method, ...(method === "POST" ? { body: "{}" } : {}) });

  test("404 for any path other than the two webhook receivers", async ({ skip }) => {
    skip(!hasNginx, "nginx is not installed (apt-get install nginx-light)");
    const elsewhere = ["/", "/health", "/api/v1/mcps", "/api/v1/webhooks", `/api/v1/mcps/${listing.id}/webhook-sync`];
    const roundabout = ["/api/v1/webhooks/../mcps", "/api/v1/webhooks/%2e%2e/mcps", "//api/v1/webhooks/../../v1/mcps"];
    for (const path of [...elsewhere, ...roundabout]) {
      for (const method of ["GET", "POST"]) {
        expect([method, path, (await ask(method, path)).status]).toEqual([method, path, 404]);
      }
    }
    // What is forwarded and is no receiver is unknown to the server, too.
    for (const path of ["/api/v1/webhooks/", "/api/v1/webhooks/host_c/x", "/api/v1/webhooks/host_a"]) {
      expect([path, (await ask("POST", path)).status]).toEqual([path, 404]);
    }
  });

  test("202 for a signed delivery, which makes a version", async ({ skip }) => {
    skip(!hasNginx, "nginx is not installed (apt-get install nginx-light)");
    const sha = listing.repository.commit({ "README.md": "changed" }, "feat: change");
    const body = JSON.stringify(pushA({ url: listing.gitUrl, sha, message: "feat: change" }));
    const url = gateway.address + new URL(sync.webhook_url).pathname;
    const answer = await fetch(url, { method: "POST", headers: headersOfA(sync, "push", body), body });
    expect([answer.status, await answer.json()]).toMatchObject([202, { status: "queued" }]);
    await eventually(async () => expect((await world.runs(listing))[0]).toMatchObject({ status: "success" }));
  });
});
