import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { axeFindings, COLOURS } from "./axe.js";
import { openPage, settled, signIn, widerThanScreen } from "./browser.js";
import { newName } from "./item-forms.js";
import { createSender } from "./transcripts.js";

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

const url = inject("webServer") ?? "";

/** A new user, whose name is the prefix. */
export async function invite(prefix: string): Promise<Person> {
  const username = newName(prefix);
  const person = { username, name: prefix, email: `${username}@example.com`, password: "Tack-room-2026!" };
  const send = await createSender(url);
  const { id = "" } = await send("/admin/users", person);
  return { ...person, id };
}

/** At home, which is where a sign-in ends. */
export async function openAs(person: Person, width = 1280): Promise<Page> {
  const page = await openPage(url, { viewport: { width, height: 800 } });
  await signIn(page, person);
  await page.goto("/");
  return page;
}

/** Accessible in both themes, and no wider than the screen. */
export async function looksRight(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    expect(await axeFindings(page, colorScheme === "dark" ? COLOURS : undefined)).toEqual([]);
  }
  expect(await widerThanScreen(page)).toBe(0);
}
