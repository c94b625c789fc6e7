import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { ADMIN } from "./start-server.js";

const url = inject("webServer") ?? "";
/** Unique across runs on the same server. */
const stamp = Date.now().toString(36);

const whoami = (key: string): Promise<number> =>
  fetch(`${url}/api/v1/auth/whoami`, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) => status);

describe.skipIf(!hasBrowser)("one's account", () => {
  test("has keys, which are shown once, rotated and revoked", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/account");
    await page.getByRole("button", { name: "Create a key" }).first().click();
    const dialog = page.getByRole("dialog");
    const name = `build ${stamp}`;
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Create key" }).click();
    const key = await dialog.getByRole("region", { name: "API key" }).innerText();
    expect(await whoami(key)).toBe(200);
    expect(await axeFindings(page)).toEqual([]);
    // Escape would lose the key.
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "I've saved it" }).click();
    expect(await page.content()).not.toContain(key);

    await page.getByRole("button", { name: `Rotate ${name}` }).click();
    await dialog.getByLabel("Revoke the old key immediately").check();
    await dialog.getByRole("button", { name: "Rotate key" }).click();
    const rotated = await dialog.getByRole("region", { name: "API key" }).innerText();
    await dialog.getByRole("button", { name: "I've saved it" }).click();
    expect([await whoami(key), await whoami(rotated)]).toEqual([401, 200]);

    await page.getByRole("button", { name: `Revoke ${name}` }).click();
    await dialog.getByRole("button", { name: "Revoke key" }).click();
    // Content behind an open dialog is hidden from role queries.
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: `Revoke ${name}` }).waitFor({ state: "detached" });
    expect(await whoami(rotated)).toBe(401);
  });

  test("says at its field why a new password is rejected", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/account");
    await page.getByLabel("Current password").fill(ADMIN.password);
    const field = page.getByLabel("New password");
    await field.fill("weak");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByRole("alert").waitFor();
    expect(await field.getAttribute("aria-invalid")).toBe("true");
    expect(await field.inputValue()).toBe("weak");
  });
});

describe.skipIf(!hasBrowser).each(["light", "dark"] as const)("in %s, a team", (colorScheme) => {
  test("is made, takes someone in, tells why its last owner cannot leave, and is deleted", async () => {
    const page = await openPage(url, { colorScheme });
    await signIn(page);
    await page.goto("/teams");
    await page.getByRole("button", { name: "Create a team" }).first().click();
    const dialog = page.getByRole("dialog");
    const name = `Farriers ${stamp} ${colorScheme}`;
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByRole("button", { name: "Create team" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();

    await page.getByRole("button", { name: "Add a member" }).click();
    await dialog.getByLabel("Email or username").fill(`nobody-${stamp}@example.com`);
    await dialog.getByRole("button", { name: "Add to team" }).click();
    await dialog.getByRole("alert").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await dialog.getByRole("button", { name: "Leave team" }).click();
    await dialog.getByRole("alert").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();

    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog.getByRole("button", { name: "Delete team" }).click();
    await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor();
    await page.getByRole("link", { name }).waitFor({ state: "detached" });
  });
});
