import type { Page } from "playwright-core";
import { openPage, signIn } from "./browser.js";

let count = 0;
/** Unique across runs on the same server. */
export const newName = (prefix: string): string => `${prefix}-${Date.now().toString(36)}-${++count}`;

export async function openSignedIn(url: string): Promise<Page> {
  const page = await openPage(url);
  await signIn(page);
  return page;
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const optional = (page: Page, label: string) => field(page, `${label} (optional)`);
export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();

export async function fillCommon(page: Page, type: string, name: string): Promise<void> {
  await page.goto(`/registry/submit/${type}`);
  const named = page.getByLabel(/^Name( \(optional\))?$/);
  await named.fill(name);
  await page.getByLabel(/^Description( \(optional\))?$/).fill(`What **${name}** does`);
}

export async function submit(page: Page, name: string): Promise<void> {
  await press(page, "Submit for review");
  await page.getByText(`${name} is waiting for review.`).first().waitFor();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

/** Opens the submission of that name, ready for a decision. */
export async function openReview(page: Page, name: string): Promise<void> {
  await page.goto("/review");
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await page.getByRole("heading", { level: 1, name: `Review ${name}` }).waitFor();
  await page.getByRole("region", { name: "Decision" }).waitFor();
}

/** Approves the submission on the screen, by the key and the confirmation. */
export async function confirmApproval(page: Page, name: string, version: string): Promise<void> {
  await page.getByRole("region", { name: "Decision" }).waitFor();
  await page.keyboard.press("a");
  const dialog = page.getByRole("dialog", { name: `Approve ${name} ${version}?` });
  await dialog.getByText(/^sha256:[0-9a-f]{64}$/).waitFor();
  const typed = dialog.getByLabel(`Type ${version} to confirm`);
  if ((await typed.count()) > 0) await typed.fill(version);
  await dialog.getByRole("button", { name: `Approve ${version}` }).click();
  await page.getByText(`Approved ${name} ${version}.`).first().waitFor();
}

export async function approve(page: Page, name: string, version: string): Promise<void> {
  await openReview(page, name);
  await confirmApproval(page, name, version);
}
