import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, openPage, signIn } from "./browser.js";

const url = inject("webServer") ?? "";

/** Confirms a dialog and waits until it is closed: content behind an open dialog is hidden from role queries. */
async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: action }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

/** No setting is secret or generated at present, so the page is told of one of each; the server does not know them. */
async function addMadeUpSettings(page: Page): Promise<void> {
  let isSet = false;
  const secret = (): object => ({
    key: "made_up.secret",
    label: "Made-up secret",
    group: "registry",
    value: isSet ? "**REDACTED**" : "",
    is_sensitive: true,
    is_set: isSet,
    is_externally_managed: false,
    managed_by: null,
    type: "text",
    unit: null,
    default: "",
    description: "A secret.",
    changed_by: "admin",
    restart_required: false,
    pending_restart: false,
  });
  await page.route("**/api/v1/admin/settings", async (route) => {
    const response = await route.fetch();
    const listed = (await response.json()) as object[];
    const generated = { ...secret(), key: "made_up.generated", label: "Made-up key", changed_by: null };
    const managed = {
      ...secret(),
      key: "made_up.managed",
      label: "Managed secret",
      is_set: true,
      value: "**REDACTED**",
    };
    const outside = { ...managed, is_externally_managed: true, managed_by: "MADE_UP_SECRET_FILE" };
    await route.fulfill({ response, json: [...listed, secret(), generated, outside] });
  });
  await page.route("**/api/v1/admin/settings/made_up.secret", async (route) => {
    isSet = route.request().method() === "PUT";
    await route.fulfill({ json: isSet ? secret() : { deleted: "made_up.secret" } });
  });
  await page.route("**/api/v1/admin/settings/made_up.secret/check", (route) =>
    route.fulfill({ json: { warnings: [], consequence: null } }),
  );
}

describe.skipIf(!hasBrowser)("an admin", () => {
  test("is asked before the web app moves to another address", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/settings");
    const control = page.getByLabel("Web app URL", { exact: true });
    const before = await control.inputValue();
    await control.fill("https://elsewhere.example.com");
    await control.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Browser sessions will only work at https://elsewhere.example.com").waitFor();
    expect(await dialog.innerText()).toContain("tack server unset-setting deployment.frontend_url");
    expect(await axeFindings(page)).toEqual([]);
    await confirm(page, "Cancel");
    expect(await control.inputValue()).toBe(before);
    await page.reload();
    expect(await page.getByLabel("Web app URL", { exact: true }).inputValue()).toBe(before);
  });

  test("changes a setting in place, shows the error of another, undoes and resets it", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/settings");
    const minutes = page.getByLabel("Hooks token lifetime", { exact: true });
    await minutes.fill("9999999");
    await minutes.blur();
    await page.getByRole("alert").waitFor();
    expect(await minutes.inputValue()).toBe("9999999");
    await minutes.fill("50000");
    await minutes.press("Enter");
    await page.getByText("Saved: Hooks token lifetime is 50000 minutes.").first().waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Restored: Hooks token lifetime.").first().waitFor();
    await expect.poll(() => minutes.inputValue()).toBe("43200");
    await minutes.fill("50001");
    await minutes.blur();
    const reset = page.getByRole("button", { name: "Reset Hooks token lifetime" });
    await reset.click();
    await reset.waitFor({ state: "detached" });
    expect(await minutes.inputValue()).toBe("43200");
  });

  test("is told what a dangerous change does before it is made", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/settings");
    const drafts = page.getByRole("switch", { name: "Install drafts" });
    await drafts.click();
    await page.getByRole("dialog").getByText("Owners can install agents that nobody has reviewed.").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await confirm(page, "Cancel");
    expect(await drafts.getAttribute("aria-checked")).toBe("false");
    await drafts.click();
    await confirm(page, "Change");
    await expect.poll(() => drafts.getAttribute("aria-checked")).toBe("true");
    await drafts.click();
    await page.getByText("Saved: Install drafts is off.").first().waitFor();
    await expect.poll(() => drafts.getAttribute("aria-checked")).toBe("false");
    await page.getByRole("button", { name: "Reset Install drafts" }).click();
    await page.getByRole("button", { name: "Reset Install drafts" }).waitFor({ state: "detached" });
  });

  test("finds settings by name, and those that are set outside with what sets them", async () => {
    const page = await openPage(url);
    await signIn(page);
    await addMadeUpSettings(page);
    await page.goto("/admin/settings");
    await page.getByLabel("Public registry", { exact: true }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("PROXIES trusted");
    await page.getByLabel("Public registry", { exact: true }).waitFor({ state: "detached" });
    await page.getByLabel("Trusted proxies", { exact: true }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("PROXIES trusted");
    await page.getByLabel("Search settings").fill("no such setting");
    await page.getByText("No settings found").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("button", { name: /^Set outside/ }).click();
    await page.getByLabel("Public registry", { exact: true }).waitFor({ state: "detached" });
    await page.getByText("set by MADE_UP_SECRET_FILE").waitFor();
    await page.getByText(/Remove MADE_UP_SECRET_FILE and restart the server/).waitFor();
    expect(await page.getByRole("button", { name: "Replace Managed secret" }).count()).toBe(0);
  });

  test("is told which changes wait for a restart", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/settings");
    const domains = page.getByLabel("Google domains", { exact: true });
    await domains.fill("example.com");
    await domains.blur();
    await page.getByText("1 change waits for a restart of the server.").waitFor();
    await page.getByRole("button", { name: "Show it" }).click();
    await page.getByLabel("Public registry", { exact: true }).waitFor({ state: "detached" });
    await domains.waitFor();
    await page.getByRole("button", { name: "Reset Google domains" }).click();
    await confirm(page, "Reset to default");
    await page.getByText("No settings found").waitFor();
  });

  test("edits the prices of models in a table, and shows errors at the cell", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/settings");
    await page.getByRole("button", { name: "Add a price" }).click();
    await page.getByLabel("Model, row 1").fill("our-model-*");
    await page.getByLabel("Input, row 1").fill("-2");
    await page.getByText("Must be 0 or more.").waitFor();
    await page.getByLabel("Input, row 1").fill("0.25");
    const save = page.getByRole("button", { name: "Save Model prices" });
    await save.click();
    await page
      .getByRole("cell")
      .filter({ has: page.getByLabel("Output, row 1") })
      .getByText("Required.")
      .waitFor();
    await page.getByLabel("Output, row 1").fill("2");
    await page.getByLabel("Valid from, row 1").fill("2026-11-30");
    await save.click();
    const reset = page.getByRole("button", { name: "Reset Model prices" });
    await reset.waitFor();
    await page.getByText(/built-in prices, as of/).click();
    await page.getByRole("button", { name: "Copy the price of claude-opus-5" }).click();
    expect(await page.getByLabel("Cache write, 1 h, row 2").inputValue()).toBe("10");
    await page.reload();
    expect(await page.getByLabel("Model, row 1").inputValue()).toBe("our-model-*");
    expect(await page.getByLabel("Valid from, row 1").inputValue()).toBe("2026-11-30");
    await reset.click();
    await page.getByLabel("Model, row 1").waitFor({ state: "detached" });
  });

  test("sees what only a super admin may change, and why it has no control", async () => {
    const page = await openPage(url);
    await signIn(page);
    await addMadeUpSettings(page);
    await page.goto("/admin/settings");
    const days = page.getByLabel("Telemetry retention", { exact: true });
    await days.waitFor();
    expect([await days.innerText(), await days.evaluate(({ tagName }) => tagName)]).toEqual(["90 days", "OUTPUT"]);
    await page.getByText("Only a super admin can change this setting.").first().waitFor();
    await page.getByText("Generated by the server. To use your own").first().waitFor();
  });

  test("never sees a secret again that was stored", async () => {
    const page = await openPage(url);
    await signIn(page);
    await addMadeUpSettings(page);
    await page.goto("/admin/settings");
    await page.getByRole("button", { name: "Set Made-up secret" }).click();
    await page.getByLabel("Made-up secret", { exact: true }).fill("a-very-secret-thing");
    await page.getByRole("button", { name: "Save Made-up secret" }).click();
    await page.getByRole("button", { name: "Replace Made-up secret" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Replace Made-up secret" }).click();
    expect(await page.getByLabel("Made-up secret", { exact: true }).inputValue()).toBe("");
    await page.getByRole("button", { name: "Discard changes to Made-up secret" }).click();
    await page.getByRole("button", { name: "Remove Made-up secret" }).click();
    await confirm(page, "Reset to default");
    await page.getByRole("button", { name: "Set Made-up secret" }).waitFor();
  });
});
