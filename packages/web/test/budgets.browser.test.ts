import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { invite, openAs } from "./people.js";

const url = inject("webServer") ?? "";
/** Unique across runs on the same server. */
const name = `Docs ${Date.now().toString(36)}`;

describe.skipIf(!hasBrowser)("budgets", () => {
  test("are created, shown with what is spent, changed and deleted", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/budgets");
    await page.getByRole("button", { name: "Create a budget" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("For").selectOption("agent");
    await dialog.getByLabel("Agent", { exact: true }).fill("mara/no-such-agent");
    await dialog.getByLabel("Amount in US dollars").fill("4000");
    await dialog.getByLabel("Period").selectOption("week");
    await dialog.getByRole("button", { name: "Create budget" }).click();
    await dialog.getByText("was not found").waitFor();
    await dialog.getByLabel("For").selectOption("me");
    await dialog.getByRole("button", { name: "Create budget" }).click();
    await dialog.waitFor({ state: "detached" });
    const row = page.getByRole("row", { name: new RegExp(name) });
    await row.getByText(/of \$4,000\.00 this week \([\d.]+ %\)/).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await row.getByRole("button", { name: `Edit ${name}` }).click();
    await dialog.getByLabel("Amount in US dollars").fill("4500");
    await dialog.getByLabel("Status").selectOption("paused");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await row.getByText(/of \$4,500\.00 this week/).waitFor();
    await row.getByText("paused").waitFor();

    await row.getByRole("button", { name: `Delete ${name}` }).click();
    await dialog.getByRole("button", { name: "Delete budget" }).click();
    await row.waitFor({ state: "detached" });
  });

  test("lead to an inbox behind the bell", async () => {
    // Someone new: the other tests send the admin messages.
    const page = await openAs(await invite("saver"));
    await page.goto("/budgets");
    await page.getByRole("link", { name: /^Inbox/ }).click();
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    await page.getByRole("tab", { name: "Unread" }).click();
    await page.getByText("Nothing unread").waitFor();
    expect(await page.getByRole("button", { name: "Mark all as read" }).isDisabled()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
  });
});
