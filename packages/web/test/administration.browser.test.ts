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

describe.skipIf(!hasBrowser)("an admin", () => {
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
    await page.getByRole("combobox", { name: "Action" }).fill("change the role");
    await page.getByRole("option", { name: /user\.set_role/ }).click();
    await page.waitForURL("**/admin/audit-log?*action=user.set_role*");
    // Until the answer is there, what was listed before is still shown: the creation of the same user, too.
    const record = row(page, `changed the role of ${name}@example.com from user to reviewer`);
    await record.getByRole("button", { name: /^Details/ }).click();
    expect(await page.getByRole("dialog").innerText()).toMatch(/role: user → reviewer/);
  });

  test("reads the audit log without reads, shows them on request, and finds people by name", async () => {
    const page = await openPage(url);
    await signIn(page);
    const name = newName("reader");
    await createUser(page, name);
    await page.goto("/admin/audit-log");
    await row(page, `created the account ${name}@example.com`).waitFor();
    expect(await page.getByRole("row").filter({ hasText: "user.list" }).count()).toBe(0);
    await page.getByRole("rowheader", { name: "Today" }).waitFor();
    await page.getByRole("button", { name: "Changes and reads" }).click();
    await row(page, "viewed the audit log").first().waitFor();
    await page.getByRole("combobox", { name: "User" }).fill(name);
    await page.getByRole("option", { name: new RegExp(name) }).click();
    await page.waitForURL(`**/admin/audit-log?*actor=${name}*`);
    await page.getByText("No records match these filters.").waitFor();
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await row(page, `created the account ${name}@example.com`).waitFor();
    expect(await axeFindings(page)).toEqual([]);
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
