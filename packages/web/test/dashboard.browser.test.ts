import { describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";

const url = inject("webServer") ?? "";

describe.skipIf(!hasBrowser)("the dashboard", () => {
  test("leads from a number to the sessions behind it", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/dashboard?last=90");
    await page.getByRole("link", { name: /^Failed tool calls/ }).click();
    await page.waitForURL(/\/sessions\?.*has_errors=true&last=90$/);
    await page.getByRole("table", { name: "Sessions" }).waitFor();
    const rows = await page.getByRole("row").allInnerTexts();
    expect(rows.slice(1).filter((row) => !/\d+ failed/.test(row))).toEqual([]);
  });

  test("compares harnesses, models and people, and each of them leads on", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/dashboard?last=90");
    await page.getByLabel("Metric").selectOption({ label: "Tokens" });
    await page.getByLabel("Group by").selectOption({ label: "Model" });
    await page.getByRole("img", { name: "Tokens over time, by model" }).waitFor();
    const parts = page.getByRole("table", { name: "Tokens by model" });
    const model = await parts.getByRole("row").nth(1).getByRole("cell").first().innerText();
    await parts.getByRole("link").first().click();
    await page.waitForURL(/\/sessions\?/);
    expect(new URL(page.url()).searchParams.get("model")).toBe(model);
    await page.getByRole("table", { name: "Sessions" }).waitFor();
  });
});
