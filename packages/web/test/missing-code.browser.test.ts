import type { Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { hasBrowser, takeComplaints } from "./browser.js";
import { invite, looksRight, openAs } from "./people.js";

/** From now on, the server of the page is down. */
async function stopServer(page: Page): Promise<void> {
  await page.route("**/*", (route) => route.abort("connectionrefused"));
}

const toBudgets = (page: Page) => page.getByRole("link", { name: "Budgets" }).click();
const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });
const failure = (page: Page) => page.getByRole("heading", { level: 1, name: "This page could not be loaded" });

describe.skipIf(!hasBrowser)("code of the app that cannot be loaded", () => {
  // The browser logs each file that it misses, and React each page that fails.
  afterEach(() => {
    const unexpected = takeComplaints().filter(
      (text) => !/Failed to load resource|Could not reach|not be loaded/.test(text),
    );
    expect(unexpected).toEqual([]);
  });

  test("keeps the app while the server is down, and a retry opens the page that was clicked", async () => {
    const page = await openAs(await invite("clicks"));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await stopServer(page);
    await toBudgets(page);
    await failure(page).waitFor();
    await page.getByText("Could not reach the server.", { exact: false }).first().waitFor();
    expect(await page.getByRole("button", { name: /^Account of/ }).count()).toBe(1);
    await tryAgain(page).click();
    await failure(page).waitFor();
    await page.unroute("**/*");
    await looksRight(page);
    await tryAgain(page).click();
    await page.getByRole("heading", { level: 1, name: "Budgets" }).waitFor();
  });

  test("says that there is a new version if the server no longer has the file", async () => {
    const page = await openAs(await invite("updated"));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.route("**/assets/budgets-page-*.js", (route) => route.fulfill({ status: 404 }));
    await toBudgets(page);
    await page.getByText("A new version is probably available", { exact: false }).waitFor();
    await page.unroute("**/assets/budgets-page-*.js");
    await tryAgain(page).click();
    await page.getByRole("heading", { level: 1, name: "Budgets" }).waitFor();
  });

  test("leaves a page with its form as it is if only a menu is missing, which opens at the next click", async () => {
    const page = await openAs(await invite("menu"));
    await page.route("**/assets/*.js", (route) => route.fulfill({ status: 404 }));
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByText("A new version is probably available", { exact: false }).first().waitFor();
    await page.unroute("**/assets/*.js");
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
  });
});
