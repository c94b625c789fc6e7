import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, openPage, signIn, widerThanScreen } from "./browser.js";
import { invite } from "./people.js";
import { createSender } from "./transcripts.js";

const url = inject("webServer") ?? "";
/** Unique across runs on the same server. */
const stamp = Date.now().toString(36);

const statusAt = (address: string): Promise<number> => fetch(address).then(({ status }) => status);
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
/** The server under test knows itself by another address than the one that the test reaches. */
const here = (address: string): string => address.replace(/^https?:\/\/[^/]+/, url);

async function fits(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect([colorScheme, width, await axeFindings(page), await widerThanScreen(page)]).toEqual([
        colorScheme,
        width,
        [],
        0,
      ]);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

describe.skipIf(!hasBrowser)("connecting a client", () => {
  test("makes a feed with the first copy, and turns green when the client comes", async () => {
    const page = await openPage(url, { permissions: ["clipboard-read", "clipboard-write"] });
    await signIn(page);
    await page.goto("/");
    await page.getByRole("link", { name: "Connect" }).click();
    await page.getByRole("button", { name: "npx skills" }).click();
    await page.getByRole("note", { name: "The address is a secret" }).waitFor();
    await page.getByRole("button", { name: "Create the address and copy" }).first().click();
    await page.getByText("No client has used").waitFor();
    const address = /(http\S+\/c\/[\w-]{43})/.exec(await copied(page))?.[1] ?? "";
    expect(address).not.toBe("");
    // The same address is in the lines of every client from now on, and nothing more is made.
    await page.getByRole("button", { name: "Claude Code" }).click();
    await page.getByText(`claude plugin marketplace add ${address}/marketplace.git`).waitFor();
    expect(await page.getByRole("button", { name: "Create the address and copy" }).count()).toBe(0);
    await fits(page);

    expect(await statusAt(`${here(address)}/v0.1/servers`)).toBe(200);
    await page.getByText(/^MCP registry read/).waitFor();
    await fits(page);
  });

  test("says so where the browser copies nothing, as on pages without HTTPS", async () => {
    const page = await openPage(url);
    await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    await signIn(page);
    await page.goto("/connect?client=codex");
    await page.getByRole("button", { name: "Create the address and copy" }).click();
    await page.getByText("Copying is blocked by the browser").waitFor();
    // The feed is made, and its address is on the page.
    await page.getByText(/codex plugin marketplace add http\S+\/c\/[\w-]{43}\/marketplace\.git/).waitFor();
  });

  test("an address that was shown before is not shown again, and rotating ends it", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/connect/feeds");
    const name = `Readers ${stamp}`;
    await page.getByRole("button", { name: "Create a feed" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Shows").selectOption({ label: "The public catalogue" });
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create feed" }).click();
    const address = await dialog.getByRole("region", { name: "Address" }).innerText();
    expect(await statusAt(`${here(address)}/v0.1/servers`)).toBe(200);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "I've saved it" }).click();
    expect(await page.content()).not.toContain(address);

    await page.goto("/connect?client=codex");
    await page.getByLabel("What the client may see").selectOption({ label: `Feed ${name}` });
    await page.getByText("/c/SECRET/marketplace.git").waitFor();
    await page.getByRole("button", { name: `Rotate ${name}` }).click();
    await dialog.getByRole("button", { name: "Rotate feed" }).click();
    await page.getByText("/c/SECRET/marketplace.git").waitFor({ state: "detached" });
    expect(await statusAt(`${here(address)}/v0.1/servers`)).toBe(404);

    await page.goto("/connect/feeds");
    await page.getByRole("button", { name: `Revoke ${name}` }).click();
    await dialog.getByRole("button", { name: "Revoke feed" }).click();
    await page.getByRole("button", { name: `Revoke ${name}` }).waitFor({ state: "detached" });
    await fits(page);
  });

  test("clients that speak only MCP need no feed", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/connect?client=mcp");
    await page.getByRole("heading", { name: "The registry as an MCP server" }).waitFor();
    expect(await page.getByLabel("What the client may see").count()).toBe(0);
    await fits(page);
  });
});

describe.skipIf(!hasBrowser)("managed settings", () => {
  test("are made for a feed of somebody else, which an admin finds among all feeds", async () => {
    const maker = await invite("feeder");
    const name = `Build ${stamp}`;
    const sendAsMaker = await createSender(url, maker);
    const { secret = "" } = await sendAsMaker("/feeds", { name, content: "public" });
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/connect");
    await page.getByLabel("What the client may see").waitFor();
    expect(await page.getByRole("option", { name: `Feed ${name}` }).count()).toBe(0);
    await page.goto("/connect/feeds");
    await page.getByRole("row").filter({ hasText: name }).getByText("feeder", { exact: true }).waitFor();
    await page.getByRole("link", { name: `Managed settings with ${name}` }).click();
    const file = page.getByRole("region", { name: "managed-settings.json" });
    await file.getByText("<secret of the feed>").first().waitFor();
    await page.getByLabel("Address or secret of the feed").fill(secret);
    await file.getByText(`/c/${secret}/marketplace.git`).first().waitFor();
    expect(await page.getByRole("button", { name: "Download" }).isEnabled()).toBe(true);
  });

  test("are shown for a client, completed with the secret, and compared with the present file", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/policy");
    const file = page.getByRole("region", { name: "managed-settings.json" });
    await file.getByText("allowManagedMcpServersOnly").waitFor();
    await page.getByText("/etc/claude-code/").waitFor();
    await page.getByLabel("Allow", { exact: true }).selectOption({ label: "Feed Build machines" });
    await file.getByText("<secret of the feed>").first().waitFor();
    const download = page.getByRole("button", { name: "Download" });
    expect(await download.isDisabled()).toBe(true);
    const secret = page.getByLabel("Address or secret of the feed");
    await secret.fill("something else");
    await page.getByText("This is not the secret of the feed Build machines.").waitFor();
    await page.getByText("Compare with the current file").click();
    await page.getByLabel("The current file").fill('{"allowedMcpServers": []}');
    await page.getByRole("group", { name: "Changes" }).waitFor();
    await fits(page);
    // The other client's file is not saved in place of the one that was asked for.
    await secret.fill("");
    await page.getByLabel("Allow", { exact: true }).selectOption({ label: "The public catalogue" });
    await page.getByRole("button", { name: "Download", disabled: false }).waitFor();
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/api/v1/policy/copilot", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("button", { name: "GitHub Copilot" }).click();
    await page.getByRole("button", { name: "Download", disabled: true }).waitFor();
    answer();
    await page.getByText("/etc/github-copilot/").waitFor();
    expect(await download.isEnabled()).toBe(true);
  });
});
