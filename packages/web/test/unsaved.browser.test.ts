import { describe, expect, test } from "vitest";
import { hasBrowser } from "./browser.js";
import { newName } from "./item-forms.js";
import { invite, openAs } from "./people.js";

describe.skipIf(!hasBrowser)("what was typed", () => {
  test("in a dialog is not dropped by one key without a question", async () => {
    const page = await openAs(await invite("typist"));
    await page.goto("/account");
    await page.getByRole("button", { name: "Create a key" }).click();
    const dialog = page.getByRole("dialog", { name: "Create an API key" });
    // Nothing typed, nothing asked.
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Create a key" }).click();
    await dialog.getByLabel("Name").fill("nightly build");
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    expect(await dialog.getByLabel("Name").inputValue()).toBe("nightly build");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard changes" }).click();
    await dialog.waitFor({ state: "detached" });
  });

  test("in an alert is asked about by a link", async () => {
    const page = await openAs(await invite("alerter"));
    await page.goto("/alerts/new");
    const name = newName("typed");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("link", { name: "All alerts" }).click();
    await page.getByRole("button", { name: "Stay" }).click();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe(name);
    await page.getByRole("link", { name: "All alerts" }).click();
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.waitForURL("**/alerts");
  });
});

describe.skipIf(!hasBrowser)("two clicks on one button", () => {
  test("send one request, and the secret that it makes is shown", async () => {
    const page = await openAs(await invite("clicker"));
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/v1/keys")) sent.push(request.url());
    });
    await page.goto("/account");
    await page.getByRole("button", { name: "Create a key" }).click();
    const dialog = page.getByRole("dialog", { name: "Create an API key" });
    await dialog.getByLabel("Name").fill("once");
    // Both in one task, before anything can be drawn.
    await dialog.getByRole("button", { name: "Create key" }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await page.getByRole("dialog", { name: "Your new key" }).waitFor();
    expect(sent).toHaveLength(1);
  });
});
