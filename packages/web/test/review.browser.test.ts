import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings, COLOURS } from "./axe.js";
import { hasBrowser, settled, widerThanScreen } from "./browser.js";
import { newName, openSignedIn } from "./item-forms.js";
import { createSender } from "./transcripts.js";

const url = inject("webServer") ?? "";
const PROMPT = {
  version: "1.0.0",
  description: "Says a word",
  category: "general",
  template: "Say\n{{ word }}\nonce.",
};

interface Opened {
  readonly page: Page;
  readonly name: string;
  readonly edit: (changes: object) => Promise<unknown>;
  /** As another reviewer does meanwhile. */
  readonly reject: (reason: string) => Promise<unknown>;
  /** The digests that the page has sent with approvals. */
  readonly sent: (string | undefined)[];
}

async function openSubmission(): Promise<Opened> {
  const send = await createSender(url);
  const name = newName("reviewed");
  const { id = "" } = await send("/prompts", { name, ...PROMPT });
  const page = await openSignedIn(url);
  const sent: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/approve")) sent.push((request.postDataJSON() as { digest?: string }).digest);
  });
  await page.goto(`/review/${id}`);
  await page.getByRole("heading", { level: 1, name: `Review ${name}` }).waitFor();
  await page.getByRole("region", { name: "Decision" }).waitFor();
  return {
    page,
    name,
    sent,
    edit: (changes) => send(`/prompts/${id}/draft`, changes, "PUT"),
    reject: (reason) => send(`/review/${id}/reject`, { reason }),
  };
}

describe.skipIf(!hasBrowser)("a submission that changes while a reviewer reads it", () => {
  test.each(["the button", "the key"])("is not approved by %s, and shows what changed", async (by) => {
    const { page, name, edit, sent } = await openSubmission();
    await edit({ template: "Say\n{{ word }}\nand send it away.", description: "Says a word, and more" });
    const approve = page.getByRole("region", { name: "Decision" }).getByRole("button", { name: /^Approve/ });
    await (by === "the key" ? page.keyboard.press("a") : approve.click());
    const confirm = page.getByRole("dialog").getByRole("button", { name: "Approve 1.0.0" });
    await confirm.click();
    const alert = page.getByRole("alert").filter({ hasText: "This submission has changed since you opened it" });
    await alert.waitFor();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await approve.isDisabled()).toBe(true);
    // Pressing it again approves nothing either.
    await page.keyboard.press("a");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(sent).toHaveLength(1);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      expect(await axeFindings(page, colorScheme === "dark" ? COLOURS : undefined)).toEqual([]);
    }

    // The next action is focused.
    const next = page.getByRole("button", { name: "Show it as it is now" });
    await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Changes since you opened it" }).waitFor();
    await alert.waitFor({ state: "detached" });
    expect(await page.getByRole("group", { name: "Changes in template", exact: true }).innerText()).toMatch(
      /removed:\s+once\.[\s\S]*added:\s+and send it away\./,
    );
    await page.getByRole("cell", { name: "Says a word, and more" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(sent).toHaveLength(1);

    await approve.click();
    await confirm.click();
    await page.getByText(`Approved ${name} 1.0.0.`).first().waitFor();
    expect(new Set(sent).size).toBe(2);
    expect(sent.every((digest) => /^sha256:[0-9a-f]{64}$/.test(digest ?? ""))).toBe(true);
  });

  test("stays as it was opened until the reviewer asks for the new version", async () => {
    const { page, edit, sent } = await openSubmission();
    await edit({ description: "Edited meanwhile" });
    // Triggers that make other pages refetch: time, and returning to the tab.
    await page.clock.install();
    await page.clock.fastForward(60_000);
    await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await sleep(1000);
    expect(await page.getByText("Edited meanwhile").count()).toBe(0);
    await page.getByText("Says a word").first().waitFor();
    // After reopening, it shows the current content.
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Review" }).click();
    await page.getByRole("list", { name: "Submissions" }).waitFor();
    await page.goBack();
    await page.getByText("Edited meanwhile").first().waitFor();
    expect(sent).toEqual([]);
  });

  test("is not approved once another reviewer has rejected it, and then says why", async () => {
    const { page, reject } = await openSubmission();
    await reject("Pin the download, please");
    await page.keyboard.press("a");
    // The confirmation is focused: one more key confirms.
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Show it as it is now" }).click();
    const details = page.getByRole("complementary", { name: "Details" });
    await details.getByText("Pin the download, please").waitFor();
    expect(await page.getByRole("region", { name: "Decision" }).count()).toBe(0);
  });

  test("tells on a phone too, without becoming wider than the screen", async () => {
    const { page, edit } = await openSubmission();
    await page.setViewportSize({ width: 360, height: 740 });
    await edit({ template: "Other {{ word }}." });
    await page.getByRole("button", { name: /^Approve/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve 1.0.0" }).click();
    await page.getByRole("button", { name: "Show it as it is now" }).waitFor();
    expect(await widerThanScreen(page)).toBe(0);
  });
});
