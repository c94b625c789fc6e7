import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, openPage, signIn } from "./browser.js";

const url = inject("webServer") ?? "";
let count = 0;
/** A user name that is unique across runs on the same server. */
const newName = (prefix: string): string => `${prefix}-${Date.now().toString(36)}-${++count}`;

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

/** Creates a user and returns the password, which the dialog shows once. */
async function createUser(page: Page, name: string): Promise<string> {
  await page.goto("/admin/users");
  await page.getByRole("button", { name: "Create user" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(`${name}@example.com`);
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByRole("button", { name: "Create user" }).click();
  const password = await dialog.getByRole("region", { name: "Password" }).innerText();
  await dialog.getByRole("button", { name: "I've saved it" }).click();
  return password;
}

/** Confirms a dialog and waits until it is closed: content behind an open dialog is hidden from role queries. */
async function confirm(page: Page, action: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: action }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

async function choose(page: Page, name: string, change: string): Promise<void> {
  await row(page, name)
    .getByRole("button", { name: /^Actions for / })
    .click();
  await page.getByRole("menuitem", { name: change }).click();
}

/** No setting is secret or generated at present, so the page is told of one of each; the server does not know them. */
async function addMadeUpSettings(page: Page): Promise<void> {
  let isSet = false;
  const secret = (): object => ({
    key: "made_up.secret",
    value: isSet ? "**REDACTED**" : "",
    is_sensitive: true,
    is_set: isSet,
    is_externally_managed: false,
    type: "text",
    default: "",
    description: "A secret.",
    changed_by: "admin",
    restart_required: false,
  });
  await page.route("**/api/v1/admin/settings", async (route) => {
    const response = await route.fetch();
    const listed = (await response.json()) as object[];
    const generated = { ...secret(), key: "made_up.generated", changed_by: null };
    await route.fulfill({ response, json: [...listed, secret(), generated] });
  });
  await page.route("**/api/v1/admin/settings/made_up.secret", async (route) => {
    isSet = route.request().method() === "PUT";
    await route.fulfill({ json: isSet ? secret() : { deleted: "made_up.secret" } });
  });
  await page.route("**/api/v1/admin/settings/made_up.secret/check", (route) =>
    route.fulfill({ json: { warnings: [] } }),
  );
}

describe.skipIf(!hasBrowser)("an admin", () => {
  test("is asked before the web app moves to another address", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/settings");
    const control = page.getByLabel("deployment.frontend_url", { exact: true });
    const before = await control.inputValue();
    await control.fill("https://elsewhere.example.com");
    await page.getByRole("button", { name: "Save deployment.frontend_url" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Browser sessions will only work at https://elsewhere.example.com").waitFor();
    expect(await dialog.innerText()).toContain("tack server unset-setting deployment.frontend_url");
    expect(await axeFindings(page)).toEqual([]);
    await confirm(page, "Cancel");
    expect(await control.inputValue()).toBe(before);
    await page.reload();
    expect(await page.getByLabel("deployment.frontend_url", { exact: true }).inputValue()).toBe(before);
  });

  test("changes someone's role, and the audit log shows that change", async () => {
    const page = await openPage(url);
    await signIn(page);
    const name = newName("role");
    await createUser(page, name);
    await choose(page, name, "Change role");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Role").selectOption("reviewer");
    expect(await axeFindings(page)).toEqual([]);
    await confirm(page, "Change role");
    await row(page, name).getByText("Reviewer", { exact: true }).waitFor();

    await page.getByRole("link", { name: "Audit log" }).click();
    await page.getByLabel("Action", { exact: true }).fill("user.set_role");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.waitForURL("**/admin/audit-log?*action=user.set_role*");
    // Until the answer is there, what was listed before is still shown: the creation of the same user, too.
    const record = row(page, `${name}@example.com`).filter({ hasText: "user.set_role" });
    await record.getByRole("button", { name: /^Details/ }).click();
    expect(await page.getByRole("dialog").innerText()).toMatch(/role: user → reviewer/);
  });

  test("creates someone whose password must be changed at the first sign-in", async () => {
    const page = await openPage(url);
    await signIn(page);
    const name = newName("first");
    const password = await createUser(page, name);
    const theirs = await openPage(url);
    await theirs.goto("/login");
    await theirs.getByLabel("Email or username").fill(`${name}@example.com`);
    await theirs.getByLabel("Password", { exact: true }).fill(password);
    await theirs.getByRole("button", { name: "Sign in" }).click();
    await theirs.getByRole("heading", { name: "Change your password" }).waitFor();
  });

  test("keeps what was typed when the server refuses it", async () => {
    const page = await openPage(url);
    await signIn(page);
    const name = newName("twice");
    await createUser(page, name);
    await page.getByRole("button", { name: "Create user" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(`${name}@example.com`);
    await dialog.getByLabel("Name", { exact: true }).fill("Somebody else");
    await dialog.getByRole("button", { name: "Create user" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await dialog.getByLabel("Name", { exact: true }).inputValue()).toBe("Somebody else");
  });

  test("uploads departments and shows who has no account", async () => {
    const page = await openPage(url);
    await signIn(page);
    const name = newName("department");
    await createUser(page, name);
    await page.getByRole("button", { name: "Upload departments" }).click();
    const dialog = page.getByRole("dialog");
    const file = (text: string) => ({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await dialog.getByLabel("CSV file").setInputFiles(file("mail,team\n"));
    await dialog.getByRole("button", { name: "Upload" }).click();
    await dialog.getByRole("alert").waitFor();
    const csv = `email,department\n${name}@example.com,Saddlery\nnobody-${name}@example.com,Saddlery\n`;
    await dialog.getByLabel("CSV file").setInputFiles(file(csv));
    await dialog.getByRole("button", { name: "Upload" }).click();
    await dialog.getByText("Updated 1 user.").waitFor();
    await dialog.getByText(`nobody-${name}@example.com`).waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await row(page, name).getByText("Saddlery").waitFor();
  });

  test("changes a setting in place, shows the error of another, and resets it", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/settings");
    const minutes = page.getByLabel("jwt.hooks_token_expire_minutes", { exact: true });
    await minutes.fill("9999999");
    await page.getByRole("button", { name: "Save jwt.hooks_token_expire_minutes" }).click();
    await page.getByRole("alert").waitFor();
    expect(await minutes.inputValue()).toBe("9999999");
    await minutes.fill("50000");
    await page.getByRole("button", { name: "Save jwt.hooks_token_expire_minutes" }).click();
    const reset = page.getByRole("button", { name: "Reset jwt.hooks_token_expire_minutes to its default" });
    await reset.click();
    await confirm(page, "Reset to default");
    await reset.waitFor({ state: "detached" });
    expect(await minutes.inputValue()).toBe("43200");
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
    const save = page.getByRole("button", { name: "Save telemetry.model_prices" });
    await save.click();
    await page
      .getByRole("cell")
      .filter({ has: page.getByLabel("Output, row 1") })
      .getByText("Required.")
      .waitFor();
    await page.getByLabel("Output, row 1").fill("2");
    await page.getByLabel("Valid from, row 1").fill("2026-11-30");
    await save.click();
    const reset = page.getByRole("button", { name: "Reset telemetry.model_prices to its default" });
    await reset.waitFor();
    await page.getByText(/built-in prices, as of/).click();
    await page.getByRole("button", { name: "Copy the price of claude-opus-5" }).click();
    expect(await page.getByLabel("Cache write, 1 h, row 2").inputValue()).toBe("10");
    await page.reload();
    expect(await page.getByLabel("Model, row 1").inputValue()).toBe("our-model-*");
    expect(await page.getByLabel("Valid from, row 1").inputValue()).toBe("2026-11-30");
    await reset.click();
    await confirm(page, "Reset to default");
    await page.getByLabel("Model, row 1").waitFor({ state: "detached" });
  });

  test("sees what only a super admin may change, and why it has no control", async () => {
    const page = await openPage(url);
    await signIn(page);
    await addMadeUpSettings(page);
    await page.goto("/admin/settings");
    const days = page.getByLabel("data.retention_days", { exact: true });
    await days.waitFor();
    expect([await days.innerText(), await days.evaluate(({ tagName }) => tagName)]).toEqual(["90", "OUTPUT"]);
    await page.getByText("Only a super admin can change this setting.").waitFor();
    await page.getByText("Generated by the server.").waitFor();
  });

  test("never sees a secret again that was stored", async () => {
    const page = await openPage(url);
    await signIn(page);
    await addMadeUpSettings(page);
    await page.goto("/admin/settings");
    const secret = page.getByLabel("made_up.secret", { exact: true });
    await secret.fill("a-very-secret-thing");
    await page.getByRole("button", { name: "Save made_up.secret" }).click();
    await page.getByRole("button", { name: "Reset made_up.secret to its default" }).waitFor();
    await page.reload();
    expect(await secret.inputValue()).toBe("");
    await page.getByRole("button", { name: "Reset made_up.secret to its default" }).click();
    await confirm(page, "Reset to default");
    await page.getByRole("button", { name: "Reset made_up.secret to its default" }).waitFor({ state: "detached" });
  });

  test("verifies the chain of the audit log and exports what is filtered", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/audit-log?action=auth.login");
    await page.getByRole("button", { name: "Verify chain" }).click();
    await page.getByText(/^Intact: all [\d,]+ records/).waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as JSON Lines" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("audit-log.jsonl");
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\n");
    const actions = lines.map((line) => (JSON.parse(line) as { action: string }).action);
    expect([...new Set(actions)]).toEqual(["auth.login"]);
  });

  test("adds a discovery source, sees that it is no manifest, and removes it", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/admin/ard-sources");
    const address = `https://${newName("nowhere")}.invalid/.well-known/ard.json`;
    await page.getByLabel("Manifest URL").fill(address);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await row(page, address).getByText("failed", { exact: true }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: `Remove ${address}` }).click();
    await confirm(page, "Remove source");
    await row(page, address).waitFor({ state: "detached" });
  });
});

test.skipIf(!hasBrowser)("someone who is no admin is told so, and the server is not asked", async () => {
  const admin = await openPage(url);
  await signIn(admin);
  const name = newName("plain");
  const password = await createUser(admin, name);
  const page = await openPage(url);
  await page.goto("/login");
  await page.getByLabel("Email or username").fill(`${name}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("Saddle-and-1-bridle");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByRole("button", { name: /^Account of/ }).waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/admin/users");
  await page.getByText("Admins only").waitFor();
  expect(asked.filter((path) => path.startsWith("/api/v1/admin"))).toEqual([]);
});
