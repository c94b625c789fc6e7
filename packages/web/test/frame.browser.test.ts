import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";

const url = inject("webServer") ?? "";
const APP = "**/assets/index-*.js";

const placesOf = (page: Page, selectors: readonly string[]): Promise<unknown[]> =>
  Promise.all(selectors.map((selector) => page.locator(selector).first().boundingBox()));

describe.skipIf(!hasBrowser)("the frame of a page", () => {
  test.each([1280, 360])("stands before the app where it stands with it, %i px wide", async (width) => {
    const page = await openPage(url, { viewport: { width, height: 800 } });
    await signIn(page);
    await page.route(APP, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await page.goto("/teams");
    const before = await placesOf(page, ["#frame > div", "#frame svg", "#frame > div:nth-child(2) > div"]);
    await page.unroute(APP);
    await page.goto("/teams");
    await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor();
    expect(await page.locator("#frame").count()).toBe(0);
    expect(before).toEqual(await placesOf(page, ["header", "header a svg", "aside"]));
    // At least the bar and the logo; on a phone there is no side navigation.
    expect(before.filter(Boolean)).toHaveLength(width === 360 ? 2 : 3);
  });

  test("is not drawn for a stranger", async () => {
    const page = await openPage(url);
    await page.route(APP, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await page.goto("/teams");
    expect(await page.locator("#frame").isVisible()).toBe(false);
  });

  test.each(["Enter", "ArrowDown"])("has a menu that %s opens at its first entry, and Escape closes", async (key) => {
    const page = await openPage(url);
    await signIn(page);
    const button = page.getByRole("button", { name: /^Account of/ });
    const entry = page.getByRole("menuitem", { name: "Sign out" });
    const hasFocus = (element: typeof entry): Promise<boolean> =>
      element.evaluate((each) => each === document.activeElement);
    // Its code is loaded with the first opening; Radix handles the second one.
    for (const _ of ["first", "second"]) {
      await button.press(key);
      await entry.waitFor();
      await expect.poll(() => hasFocus(entry)).toBe(true);
      await page.keyboard.press("Escape");
      await entry.waitFor({ state: "detached" });
      await expect.poll(() => hasFocus(button)).toBe(true);
    }
  });
});
