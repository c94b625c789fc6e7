import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, openPage, signIn, widerThanScreen } from "./browser.js";

const url = inject("webServer") ?? "";
const PHONE = { width: 360, height: 740 };

async function openTeams(viewport = { width: 1280, height: 800 }): Promise<Page> {
  const page = await openPage(url, { viewport });
  await signIn(page);
  await page.goto("/teams");
  await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor();
  return page;
}

const field = (page: Page) => page.getByRole("combobox", { name: "Search or type a command" });
const active = (page: Page) => page.getByRole("option", { selected: true });
const hasEnded = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /\d+ results?/ })
    .waitFor();

/** The texts that each source is asked about. */
function watchSearches(page: Page): Readonly<Record<string, string[]>> {
  const asked: Record<string, string[]> = {};
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const text = searchParams.get("search");
    if (text !== null) (asked[pathname.replace("/api/v1", "")] ??= []).push(text);
  });
  return asked;
}

describe.skipIf(!hasBrowser)("the command palette", () => {
  test("leads to an item without a mouse, and has it first the next time", async () => {
    const page = await openTeams();
    await page.keyboard.press("Control+k");
    // Typed at once, and entered before the server has answered.
    await page.keyboard.type("warehouse");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "warehouse" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/registry/mcps/yuki/warehouse");

    await page.keyboard.press("Control+k");
    await expect.poll(() => active(page).innerText()).toMatch(/warehouse/);
    expect(await page.getByRole("group", { name: "Recent" }).getByRole("option").count()).toBe(1);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    expect(await active(page).innerText()).toMatch(/^Home/);
    expect(await field(page).getAttribute("aria-activedescendant")).toBe(await active(page).getAttribute("id"));
    await page.keyboard.press("Enter");
    await page.waitForURL((address) => address.pathname === "/");
    expect(await field(page).count()).toBe(0);
  });

  test("asks each source once per pause in typing, and cancels what is outdated", async () => {
    const page = await openTeams();
    const asked = watchSearches(page);
    const cancelled: string[] = [];
    page.on("requestfailed", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/registry/items")) cancelled.push(searchParams.get("search") ?? "");
    });
    // This is answered so late that the next question comes before.
    await page.route(/registry\/items\?search=migra&/, async (route) => {
      await expect.poll(() => asked["/registry/items"]).toContain("migrations");
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press("Control+k");
    await page.keyboard.type("migra", { delay: 20 });
    await expect.poll(() => asked["/registry/items"]).toEqual(["migra"]);
    await page.keyboard.type("tions", { delay: 20 });
    await expect.poll(() => asked["/registry/items"]).toEqual(["migra", "migrations"]);
    await expect.poll(() => cancelled).toEqual(["migra"]);
    await page.getByRole("group", { name: "Registry" }).getByRole("option").first().waitFor();
    await hasEnded(page);
    expect(asked).toEqual({
      "/registry/items": ["migra", "migrations"],
      "/sessions": ["migra", "migrations"],
      "/admin/users": ["migra", "migrations"],
    });
  });

  test("narrows to sessions, people and commands by a prefix, and asks only them", async () => {
    const page = await openTeams();
    const asked = watchSearches(page);
    await page.keyboard.press("Control+k");
    await field(page).fill("@mara");
    await page.getByRole("group", { name: "People" }).getByRole("option", { name: /mara/i }).first().waitFor();
    expect(await page.getByRole("listbox").getByRole("group").count()).toBe(1);
    await field(page).fill("#");
    await page.getByRole("group", { name: "Sessions" }).getByRole("option").first().waitFor();
    expect(asked).toEqual({ "/admin/users": ["mara"] });
    await field(page).fill(">dark");
    expect(await page.getByRole("option").allInnerTexts()).toEqual([expect.stringMatching(/^Use the dark theme/)]);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
    await page.getByRole("button", { name: "Theme: dark" }).waitFor();
  });

  test("offers the search pages when nothing is found", async () => {
    const page = await openTeams();
    await page.keyboard.press("/");
    await page.keyboard.type("xyzzyplugh");
    await hasEnded(page);
    await page.getByRole("option", { name: "Search the registry for “xyzzyplugh”" }).click();
    await page.waitForURL("**/registry?q=xyzzyplugh");
  });

  test("is accessible, also on a phone", async () => {
    const page = await openTeams(PHONE);
    await page.getByRole("button", { name: "Search or go to" }).click();
    await field(page).fill("migrations");
    await page.getByRole("group", { name: "Registry" }).getByRole("option").first().waitFor();
    await hasEnded(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeFindings(page)).toEqual([]);
    }
    expect(await widerThanScreen(page)).toBe(0);
    await page.getByRole("button", { name: "Close" }).click();
    await field(page).waitFor({ state: "detached" });
  });
});

describe.skipIf(!hasBrowser)("the keyboard help", () => {
  const linesOf = (page: Page, part: string): Promise<string[]> =>
    page.getByRole("region", { name: part }).locator("dt").allInnerTexts();

  test("lists what the page really has, and the keys do it", async () => {
    const page = await openTeams();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    expect(await page.getByRole("region", { name: "This page" }).count()).toBe(0);
    expect(await linesOf(page, "Everywhere")).toEqual([
      "Search or go to",
      "Search this page, or everywhere",
      "Show keyboard shortcuts",
      "Go to Home",
      "Go to Inbox",
      "Go to Registry",
      "Go to Review",
      "Go to Sessions",
      "Go to Dashboard",
      "Close what is open",
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });

    await page.keyboard.press("g");
    await page.keyboard.press("v");
    await page.getByRole("list", { name: "Submissions" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    expect(await linesOf(page, "This page")).toEqual(["Next submission", "Previous submission"]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("j");
    const row = page.getByRole("list", { name: "Submissions" }).getByRole("link").first();
    expect(await row.evaluate((each) => each === document.activeElement)).toBe(true);
  });

  test("keys that are typed into a field are text", async () => {
    const page = await openTeams();
    await page.goto("/registry");
    await page.getByRole("list", { name: "Items" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("g h?");
    await expect.poll(() => page.getByLabel("Search items").inputValue()).toBe("g h?");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
