import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { hasBrowser } from "./browser.js";
import { newName } from "./item-forms.js";
import { invite, looksRight, openAs, type Person } from "./people.js";
import { createSender } from "./transcripts.js";

const field = (page: Page) => page.getByLabel("Name", { exact: true });

/** A form with something typed in it. */
async function openForm(person: Person, path: string): Promise<{ page: Page; name: string }> {
  const page = await openAs(person);
  const name = newName("typed");
  await page.goto(path);
  await field(page).fill(name);
  return { page, name };
}

/** What one person does in a second tab of the same browser. */
async function inAnotherTab(page: Page, act: (tab: Page) => Promise<unknown>): Promise<void> {
  const tab = await page.context().newPage();
  await act(tab);
  await tab.close();
}

async function signOut(tab: Page): Promise<void> {
  await tab.goto("/account");
  await tab.getByRole("button", { name: /^Account of/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.waitForURL("**/login?next=**");
}

async function signInWithForm(tab: Page, { email, password }: Person): Promise<void> {
  await tab.goto("/login");
  await tab.getByLabel("Email or username").fill(email);
  await tab.getByLabel("Password", { exact: true }).fill(password);
  await tab.getByRole("button", { name: "Sign in", exact: true }).click();
  await tab.getByRole("button", { name: /^Account of/ }).waitFor();
}

describe.skipIf(!hasBrowser)("a session that ends while a page is open", () => {
  test("keeps the form, offers to sign in there, and what is sent then arrives", async () => {
    const person = await invite("stays");
    const { page, name } = await openForm(person, "/registry/submit/prompts");
    await inAnotherTab(page, signOut);
    await page.getByText("You have been signed out.").waitFor();
    expect(await field(page).inputValue()).toBe(name);
    await looksRight(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Sign in again" });
    expect(await dialog.getByLabel("Email or username").inputValue()).toBe(person.username);
    await looksRight(page);
    await dialog.getByLabel("Password", { exact: true }).fill(person.password);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByText("You have been signed out.").count()).toBe(0);
    await page.getByLabel("Description").fill("Typed before and after.");
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  });

  test("shows nothing of the user in other tabs after a sign-out, unless something typed would be lost", async () => {
    const person = await invite("leaves");
    const { page } = await openForm(person, "/registry/submit/prompts");
    const other = await page.context().newPage();
    await other.goto("/account");
    await other.getByRole("heading", { level: 1 }).waitFor();
    await inAnotherTab(page, signOut);
    await other.waitForURL("**/login?next=**");
    await page.getByText("You have been signed out.").waitFor();
  });

  test("is over as soon as the user has signed in again in another tab", async () => {
    const person = await invite("elsewhere");
    const { page, name } = await openForm(person, "/registry/submit/prompts");
    await inAnotherTab(page, signOut);
    await page.getByText("You have been signed out.").waitFor();
    await inAnotherTab(page, (tab) => signInWithForm(tab, person));
    await page.getByText("You have been signed out.").waitFor({ state: "detached" });
    expect(await field(page).inputValue()).toBe(name);
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  });

  test("is asked for by what the user does, without a second form", async () => {
    const person = await invite("revoked");
    const { page } = await openForm(person, "/registry/submit/prompts");
    // Ends the session without telling this browser.
    const admin = await createSender(inject("webServer") ?? "");
    await admin(`/admin/users/${person.id}/password`, { generate: true }, "PUT");
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor({ state: "detached" });
    expect(await page.getByText("You have been signed out. This page is kept as it is.").count()).toBe(1);
  });

  test("sends nothing in the name of another account that signed in meanwhile", async () => {
    const [person, other] = [await invite("first"), await invite("second")];
    const { page, name } = await openForm(person, "/registry/submit/prompts");
    await inAnotherTab(page, signOut);
    await inAnotherTab(page, (tab) => signInWithForm(tab, other));
    await page.getByText("This browser is now signed in to another account.", { exact: false }).waitFor();
    await looksRight(page);
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByText("Nothing was sent:", { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    expect(await field(page).inputValue()).toBe(name);
    page.on("dialog", (question) => void question.accept());
    await page.getByRole("button", { name: "Continue as second" }).click();
    await page.getByRole("button", { name: /^Account of second/ }).waitFor();
    const drafts = await page.request.get(`/api/v1/prompts/${other.username}/${name}`);
    expect(drafts.status()).not.toBe(200);
  });
});
