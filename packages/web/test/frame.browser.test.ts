import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { invite, openAs } from "./people.js";

const url = inject("webServer") ?? "";
const APP = "**/assets/index-*.js";

const FRAME = ["#frame > div", "#frame > div svg", "#frame .look-side", "#frame .look-brand svg", "#frame .look-find"];
const DRAWN = ["header.look-bar", "header.look-bar a svg", "aside", "aside .look-brand svg", "aside .look-find"];

const placesOf = (page: Page, selectors: readonly string[]): Promise<unknown[]> =>
  Promise.all(selectors.map((selector) => page.locator(selector).first().boundingBox()));

describe.skipIf(!hasBrowser)("the frame of a page", () => {
  test.each([1280, 360])("stands before the app where it stands with it, %i px wide", async (width) => {
    const page = await openPage(url, { viewport: { width, height: 800 } });
    await signIn(page);
    await page.route(APP, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
    await page.goto("/teams");
    const before = await placesOf(page, FRAME);
    await page.unroute(APP);
    await page.goto("/teams");
    await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor();
    expect(await page.locator("#frame").count()).toBe(0);
    expect(before).toEqual(await placesOf(page, DRAWN));
    // The bar of a phone with the logo, or the navigation of a wide screen with the logo and the search.
    expect(before.map(Boolean)).toEqual(
      width === 360 ? [true, true, false, false, false] : [false, false, true, true, true],
    );
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
    await page.goto("/");
    const button = page.getByRole("button", { name: /^Account of/ });
    const entry = page.getByRole("menuitem", { name: "Account" });
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

  test.each(["loaded", "missing"])("says what was done, also if the code of its messages is %s", async (code) => {
    const page = await openAs(await invite("toasts"));
    if (code !== "loaded") await page.route("**/assets/toast-list-*.js", (route) => route.fulfill({ status: 404 }));
    await page.goto("/account");
    await page.getByLabel("Username").fill(`toasts-${code.length}-${Date.now().toString(36)}`);
    await page.getByRole("button", { name: "Change username" }).click();
    const message = page.getByText(/^Your username is now/).first();
    await message.waitFor();
    const list = page.getByRole("region", { name: /^Notification/ });
    await expect.poll(() => list.count()).toBe(code === "loaded" ? 1 : 0);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await message.waitFor({ state: "detached" });
  });

  test.each(["sessions", "alerts", "teams", "review", "registry/skills/nobody"])(
    "says that nothing is at an address below /%s",
    async (place) => {
      const page = await openPage(url);
      await signIn(page);
      await page.goto(`/${place}/nothing`);
      await page.getByRole("heading", { level: 1, name: "Not found" }).waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
    },
  );
});
