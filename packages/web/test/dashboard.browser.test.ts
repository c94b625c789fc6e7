import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { choose, hasBrowser, openPage, signIn } from "./browser.js";
import { createSender, ingest, newSessionId, turn } from "./transcripts.js";

const url = inject("webServer") ?? "";
const MEMBER = { name: "Dora", username: "dora", email: "dora@example.com", password: "Tack-room-2026!" };
const TEAM = "Lighthouse keepers";
const DAY_MS = 24 * 3600 * 1000;

/** How many sessions the list shows with the filters in its address. */
async function listedSessions(page: Page): Promise<number> {
  await page.waitForURL(/\/sessions\?/);
  await page.getByRole("table", { name: "Sessions" }).waitFor();
  const tab = page.getByRole("navigation", { name: "Views" }).getByRole("link").first();
  await expect.poll(() => tab.innerText()).toMatch(/\d/);
  return Number(/\d+/.exec(await tab.innerText())?.[0]);
}

async function openDashboard(page: Page, path = "/dashboard?last=90"): Promise<void> {
  await page.goto(path);
  await page.getByRole("list", { name: "Totals" }).waitFor();
}

describe.skipIf(!hasBrowser)("the dashboard", () => {
  beforeAll(async () => {
    const admin = await createSender(url);
    const { id = "" } = await admin("/admin/users", MEMBER);
    const member = await createSender(url, MEMBER);
    for (const day of [1, 2, 3]) {
      const at = new Date(Date.now() - day * DAY_MS);
      await ingest(member, newSessionId(), [...turn(1, { at, fails: true }), ...turn(2, { at })]);
    }
    const { id: team } = await admin("/teams", { name: TEAM });
    await admin(`/teams/${team}/members`, { email: MEMBER.email });
    expect(id).not.toBe("");
  });

  test("leads from each number to as many sessions", async () => {
    const page = await openPage(url);
    await signIn(page);
    await openDashboard(page);
    const stat = page.getByRole("list", { name: "Totals" }).getByRole("link", { name: /^Sessions/ });
    const sessions = Number(/Sessions\s*([\d,]+)/.exec(await stat.innerText())?.[1]?.replace(",", ""));
    await stat.click();
    expect(await listedSessions(page)).toBe(sessions);

    for (const by of ["Tool", "Error"]) {
      await openDashboard(page);
      await page.getByRole("group", { name: "Failures by" }).getByRole("button", { name: by, exact: true }).click();
      const row = page
        .getByRole("table", { name: `Failures by ${by}` })
        .getByRole("row")
        .nth(1);
      const failing = row.getByRole("link", { name: /^\d+$/ });
      const count = Number(await failing.innerText());
      expect(count).toBeGreaterThan(0);
      await failing.click();
      expect(await listedSessions(page)).toBe(count);
    }
  });

  test("is filtered by what is typed, and keeps its filter when the field is left", async () => {
    const page = await openPage(url);
    await signIn(page);
    await openDashboard(page);
    const harness = page.getByRole("combobox", { name: "Harness" });
    expect(await harness.inputValue()).toBe("Any harness");
    await harness.fill("code");
    const options = page.getByRole("listbox", { name: "Harness" }).getByRole("option");
    await expect.poll(async () => (await options.allInnerTexts()).every((name) => /code/i.test(name))).toBe(true);
    await harness.press("Escape");
    expect(await harness.inputValue()).toBe("Any harness");
    await choose(harness, "Claude Code");
    await page.waitForURL(/harness=claude-code/);
    await harness.fill("no such harness");
    await page.getByRole("status").filter({ hasText: "No option matches" }).waitFor();
    await page.getByRole("combobox", { name: "Agent" }).focus();
    expect(await harness.inputValue()).toBe("Claude Code");
    await harness.click();
    await options.getByText("Any harness").click();
    await page.waitForURL((address) => !address.search.includes("harness="));
  });

  test("tells what failed and opens an example", async () => {
    const page = await openPage(url);
    await signIn(page, MEMBER);
    await openDashboard(page);
    const row = page.getByRole("table", { name: "Failures by Tool" }).getByRole("row", { name: /Bash/ });
    await expect.poll(() => row.innerText()).toContain("listing number #");
    await row.getByRole("link", { name: "Question number 1" }).first().click();
    await page.waitForURL(/\/sessions\/[^?]+\?.*user_id=/);
    await page.getByRole("region", { name: "Trace" }).getByRole("article").first().waitFor();
  });

  test("keeps its period and parts in the address, sorts, and saves a file", async () => {
    const page = await openPage(url);
    await signIn(page);
    await openDashboard(page, "/dashboard");
    await page.getByRole("button", { name: "This month" }).click();
    await page.waitForURL(/last=month/);
    await page.getByRole("button", { name: "90 days" }).click();
    await page.waitForURL(/last=90/);
    await page.getByRole("group", { name: "Split by" }).getByRole("button", { name: "Person" }).click();
    await page.waitForURL(/split=user/);
    await page.getByRole("list", { name: "Spend in the period" }).getByText(MEMBER.username).waitFor();
    const people = page.getByRole("table", { name: "People" });
    await people.getByRole("button", { name: "Sessions" }).click();
    const counts = async (): Promise<number[]> =>
      (await people.getByRole("link", { name: /^[\d,]+$/ }).allInnerTexts()).map(Number);
    await expect.poll(counts).toEqual((await counts()).toSorted((one, other) => other - one));
    await people.getByRole("columnheader", { name: "Sessions" }).and(page.locator("[aria-sort=descending]")).waitFor();
    await page.getByRole("button", { name: "Export" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Totals by person" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("dashboard-by-user.csv");
  });

  test("has a page for a person and for a team, for those who may see them", async () => {
    const page = await openPage(url);
    await signIn(page);
    await openDashboard(page);
    await page.getByRole("table", { name: "People" }).getByRole("link", { name: MEMBER.username }).click();
    await page.getByRole("heading", { level: 1, name: MEMBER.username }).waitFor();
    const own = new URL(page.url()).pathname;
    const stat = page.getByRole("list", { name: "Totals" }).getByRole("link", { name: /^Sessions/ });
    await expect.poll(() => stat.innerText()).toMatch(/Sessions\s*3/);

    await openDashboard(page);
    await page.getByRole("table", { name: "Teams" }).getByRole("link", { name: TEAM }).click();
    await page.getByRole("heading", { level: 1, name: TEAM }).waitFor();
    await page.getByRole("table", { name: "People" }).getByRole("link", { name: MEMBER.username }).waitFor();
    const team = new URL(page.url()).pathname;
    await page.getByRole("link", { name: "Members" }).click();
    await page.getByRole("heading", { level: 2, name: "Members" }).waitFor();
    await page.locator("main").getByRole("link", { name: "Dashboard" }).click();
    await page.waitForURL((address) => address.pathname === team);

    const member = await openPage(url);
    await signIn(member, MEMBER);
    await openDashboard(member, own);
    await member.getByRole("heading", { level: 1, name: MEMBER.username }).waitFor();
    expect(await member.getByRole("table", { name: "People" }).count()).toBe(0);
    for (const path of [team, "/people/00000000-0000-0000-0000-000000000001"]) {
      await member.goto(path);
      await member.getByText("You do not have permission").waitFor();
    }
  });
});
