import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { newName, press } from "./item-forms.js";
import { invite, looksRight, openAs, type Person } from "./people.js";
import { MAX_SHIFT, watchShifts } from "./shifts.js";
import { createSender } from "./transcripts.js";

const url = inject("webServer") ?? "";

async function draftOf(owner: Person): Promise<{ id: string; name: string; path: string }> {
  const name = newName("heirloom");
  const { id = "" } = await (await createSender(url, owner))("/prompts/draft", { name });
  return { id, name, path: `/registry/prompts/${owner.username}/${name}` };
}

const notice = (page: Page) => page.getByRole("group", { name: "Ownership transfer" });

async function offer(page: Page, to: Person): Promise<void> {
  await press(page, "Manage");
  await page.getByRole("menuitem", { name: "Transfer ownership" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The new owner must accept the transfer first").waitFor();
  await dialog.getByLabel("New owner").fill(to.username);
  await dialog.getByRole("button", { name: "Offer transfer" }).click();
  await dialog.waitFor({ state: "detached" });
  await notice(page).getByText(to.username).waitFor();
}

describe.skipIf(!hasBrowser)("an item that its owner wants someone else to have", () => {
  test.each([1280, 360])("waits until they accept it, and is theirs then, %i px wide", async (width) => {
    const [giver, receiver] = [await invite("giver"), await invite("receiver")];
    const { name, path } = await draftOf(giver);
    const theirs = await openAs(giver, width);
    await theirs.goto(path);
    await offer(theirs, receiver);
    await looksRight(theirs);

    const page = await openAs(receiver, width);
    const shifted = await watchShifts(page);
    await page.goto("/");
    const offers = page.getByRole("list", { name: "Offered to you" });
    await offers.getByText(`${giver.username}/${name}`).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await shifted()).toBeLessThan(MAX_SHIFT);
    await looksRight(page);
    if (width > 800) await page.getByRole("link", { name: "Home 1 item offered to you" }).waitFor();

    await offers.getByRole("button", { name: /^Accept/ }).press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`${receiver.username}/${name}`).waitFor();
    await dialog.getByText("can no longer edit it").waitFor();
    await looksRight(page);
    await dialog.getByRole("button", { name: "Accept" }).click();
    await page.waitForURL(`**/registry/prompts/${receiver.username}/${name}`);
    await page.getByText(`You now own ${receiver.username}/${name}.`).first().waitFor();
    await page.getByRole("button", { name: "Manage" }).waitFor();
    expect(await notice(page).count()).toBe(0);
    expect(await page.getByText("offered to you").count()).toBe(0);
    await looksRight(page);

    // The previous owner, whose page is outdated.
    await press(theirs, "Cancel transfer");
    await theirs.getByText("This transfer is no longer open.").first().waitFor();
  });

  test("is taken back, and declined, and stays where it is", async () => {
    const [giver, receiver] = [await invite("giver"), await invite("receiver")];
    const { path } = await draftOf(giver);
    const theirs = await openAs(giver);
    const shifted = await watchShifts(theirs);
    await theirs.goto(path);
    await offer(theirs, receiver);
    await theirs.reload();
    await notice(theirs).waitFor();
    await theirs.waitForLoadState("networkidle");
    expect(await shifted()).toBeLessThan(MAX_SHIFT);
    await press(theirs, "Cancel transfer");
    await notice(theirs).waitFor({ state: "detached" });
    await offer(theirs, receiver);

    // On the item page, which the recipient could not see otherwise.
    const page = await openAs(receiver);
    await page.goto(path);
    await notice(page).getByText("You can see it once you accept.").waitFor();
    await looksRight(page);
    await notice(page)
      .getByRole("button", { name: /^Decline/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "Not found" }).waitFor();
    await theirs.reload();
    await theirs.getByRole("button", { name: "Manage" }).waitFor();
    await theirs.waitForLoadState("networkidle");
    expect(await notice(theirs).count()).toBe(0);
  });

  test("cannot be transferred by its co-authors, and an admin sees that no consent is required", async () => {
    const [owner, coAuthor] = [await invite("giver"), await invite("helper")];
    const { id, path } = await draftOf(owner);
    await (
      await createSender(url, owner)
    )(`/prompts/${id}/co-authors`, { email: coAuthor.email });
    const page = await openAs(coAuthor);
    await page.goto(path);
    await press(page, "Manage");
    await page.getByRole("menuitem", { name: "Co-authors" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Transfer ownership" }).count()).toBe(0);

    const admin = await openPage(url);
    await signIn(admin);
    await admin.goto(path);
    await press(admin, "Manage");
    await admin.getByRole("menuitem", { name: "Transfer ownership" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByText("without the new owner's consent").waitFor();
    await dialog.getByLabel("New owner").fill(coAuthor.username);
    await dialog.getByRole("button", { name: "Transfer" }).click();
    await admin.getByText(`now belongs to ${coAuthor.username}.`).first().waitFor();
  });
});
