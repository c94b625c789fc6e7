import { createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, settled, widerThanScreen } from "./browser.js";
import { startGitHost, type GitHost } from "./git-host.js";
import { approve, field, openSignedIn, optional, press, submit } from "./item-forms.js";
import { ADMIN, startServer, type RunningServer } from "./start-server.js";

/** The target folder of `npm run screenshots`. */
const pictures = process.env["SCREENSHOTS"];

const SOURCE = `import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const server = new McpServer({ name: "tickets", version: "1.0.0" });
server.tool("list_tickets", "Lists all open tickets of a project", {}, async () => ({ content: [] }));
`;
const packageJson = (version: string): string =>
  JSON.stringify({ name: "tickets", version, dependencies: { "@modelcontextprotocol/sdk": "1.0.0" } }, null, 2);

/** What only a page in use shows; `visits.ts` has the rest. */
async function check(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries({
    desktop: { width: 1280, height: 800 },
    phone: { width: 360, height: 740 },
  })) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      if (pictures !== undefined) {
        mkdirSync(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${name}-${size}-${colorScheme}.png`), fullPage: true });
      }
      expect([name, size, colorScheme, await axeFindings(page)]).toEqual([name, size, colorScheme, []]);
    }
    expect([name, size, await widerThanScreen(page)]).toEqual([name, size, 0]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

describe.skipIf(!hasBrowser)("git sync", () => {
  let host: GitHost;
  let server: RunningServer;
  beforeAll(async () => {
    host = await startGitHost();
    server = await startServer({ env: { OUTBOUND_ALLOWED_HOSTS: host.host, MCP_ALLOW_HTTP_GIT: "true" } });
    const { name, email, password } = ADMIN;
    await fetch(`${server.url}/api/v1/auth/bootstrap`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, email, password }),
    });
  });
  afterAll(async () => {
    await server?.stop();
    await host?.stop();
  });

  const syncs = (page: Page) => page.getByRole("table", { name: "Syncs" });
  const secretOf = async (page: Page): Promise<string> =>
    (await page.getByRole("group", { name: "New webhook secret" }).locator("pre").innerText()).trim();

  /** As host A reports a push: signed over the bytes. */
  async function deliver(hook: { readonly url: string; readonly secret: string }, sha: string): Promise<Response> {
    const body = JSON.stringify({
      ref: "refs/heads/main",
      after: sha,
      head_commit: { id: sha, message: "feat: closes tickets" },
      repository: { clone_url: host.url, default_branch: "main" },
    });
    const signature = createHmac("sha256", hook.secret).update(body).digest("hex");
    return fetch(hook.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-github-event": "push",
        "x-hub-signature-256": `sha256=${signature}`,
      },
      body,
    });
  }

  test("from a repository to a server that follows it", async () => {
    host.push({ "index.js": SOURCE, "package.json": packageJson("1.0.0") }, "feat: first");
    const page = await openSignedIn(server.url);

    // The form is filled from the repository; what cannot be fetched is said at the field.
    await page.goto("/registry/submit/mcps");
    const repository = optional(page, "Repository");
    await repository.fill(`http://${host.host}/acme/nothing.git`);
    await press(page, "Analyze repository");
    await page.getByText("the repository does not exist, or the server has no access to it").waitFor();
    expect(await repository.getAttribute("aria-invalid")).toBe("true");
    await repository.fill(host.url);
    await press(page, "Analyze repository");
    await page.getByText("Found 1 tool").waitFor();
    expect(await repository.getAttribute("aria-invalid")).toBeNull();
    expect(await field(page, "Name").inputValue()).toBe("tickets");
    await field(page, "Description").fill("Reads and closes tickets");
    await check(page, "submit-analyzed");
    await submit(page, "tickets");

    await page.getByRole("tab", { name: "Git sync" }).click();
    await page.getByText("Not approved yet").waitFor();
    // The server reads the repository too, for the reviewer.
    await expect
      .poll(async () => {
        await page.goto("/review");
        await page.getByRole("link", { name: /tickets/ }).click();
        await page.getByRole("heading", { name: "Repository analysis" }).waitFor();
        return page.getByRole("list", { name: "Repository analysis" }).count();
      })
      .toBe(1);
    await page.getByText("Found 1 tool.").waitFor();
    await check(page, "submission-analyzed");
    await approve(page, "tickets", "1.0.0");

    // Turned on, with the keyboard where the secret is.
    const path = `/registry/mcps/${(await ownNamespace(page)) ?? ""}/tickets`;
    await page.goto(`${path}?tab=sync`);
    await page.getByRole("button", { name: "Turn on" }).waitFor();
    const push = page.getByLabel("Push to the tracked branch");
    await push.uncheck();
    await page.getByText("Choose at least one.").waitFor();
    expect(await page.getByRole("button", { name: "Turn on" }).isDisabled()).toBe(true);
    await push.check();
    await field(page, "Tracked branch").fill("-x");
    await press(page, "Turn on");
    await page.getByText("must be a branch name").first().waitFor();
    await field(page, "Tracked branch").fill("main");
    await press(page, "Turn on");
    const callout = page.getByRole("group", { name: "New webhook secret" });
    await callout.waitFor();
    expect(await callout.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText("Not synced yet").waitFor();
    await check(page, "item-sync-secret");
    const first = await secretOf(page);
    await press(page, "I've saved it");
    await callout.waitFor({ state: "detached" });

    // By hand: the branch has a new commit.
    host.push({ "package.json": packageJson("1.1.0") }, "feat: second");
    await press(page, "Run now");
    await syncs(page).getByRole("link", { name: "1.1.0" }).waitFor();
    await page.getByRole("button", { name: "Run now" }).waitFor();

    // With a new secret, by a delivery; the old one is refused.
    await press(page, "Rotate secret");
    await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
    await callout.waitFor();
    const url = (await page.getByRole("region", { name: "Webhook URL" }).innerText()).trim();
    const sha = host.push({ "package.json": packageJson("1.2.0") }, "feat: third");
    expect((await deliver({ url, secret: first }, sha)).status).toBe(401);
    expect((await deliver({ url, secret: await secretOf(page) }, sha)).status).toBe(202);
    await syncs(page).getByRole("link", { name: "1.2.0" }).waitFor();
    await press(page, "Run now");
    await syncs(page).getByText("is already published").waitFor();
    await press(page, "I've saved it");
    await check(page, "item-sync-history");
    await syncs(page).getByRole("link", { name: "1.2.0" }).click();
    await page.getByRole("table", { name: "Versions" }).getByText("feat: closes tickets").waitFor();

    // Another host, and off.
    await page.getByRole("tab", { name: "Git sync" }).click();
    await press(page, "Change settings");
    await page.getByRole("dialog").getByLabel("Repository host").selectOption("host_b");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await callout.waitFor();
    await page.getByText("the secret as its secret token").waitFor();
    await press(page, "Turn off");
    await page.getByRole("dialog").getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("button", { name: "Turn on" }).waitFor();
    expect(await callout.count()).toBe(0);
  });

  async function ownNamespace(page: Page): Promise<string | undefined> {
    await page.goto("/registry?q=tickets");
    const address = await page
      .getByRole("link", { name: /tickets/ })
      .first()
      .getAttribute("href");
    return /\/mcps\/([^/]+)\//.exec(address ?? "")?.[1];
  }
});
