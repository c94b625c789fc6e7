import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page, Request } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings, COLOURS, SIZES } from "./axe.js";
import { hasBrowser, openPage, settled, signIn, widerThanScreen } from "./browser.js";
import { DASHBOARD_VISITS } from "./dashboard-visits.js";
import { DIALOG_VISITS } from "./dialog-visits.js";
import { MAX_SHIFT, watchShifts } from "./shifts.js";
import type { Visit } from "./visit.js";
import { VISITS } from "./visits.js";

const url = inject("webServer") ?? "";
/** The target folder of `npm run screenshots`. */
const pictures = process.env["SCREENSHOTS"];
/** Everything in both sizes and both themes; otherwise a page is loaded once, and each rule is tried where it can first fail. */
const everyRule = process.env["EVERY_RULE"] === "1";

interface Look {
  readonly size: keyof typeof VIEWPORTS;
  readonly colorScheme: "light" | "dark";
  /** All of axe's rules if not said. */
  readonly rules?: readonly string[];
}

type Load = readonly [Look, ...Look[]];

const VIEWPORTS = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;
const DESKTOP: Load = [
  { size: "desktop", colorScheme: "light" },
  { size: "desktop", colorScheme: "dark", rules: COLOURS },
];
const PHONE: Load = [
  { size: "phone", colorScheme: "light", ...(everyRule ? {} : { rules: SIZES }) },
  { size: "phone", colorScheme: "dark", rules: COLOURS },
];

/** A page is loaded once per entry, in the window of its first look. */
function loadsOf({ onPhoneOnly }: Visit): readonly Load[] {
  if (onPhoneOnly) return [PHONE];
  return everyRule || pictures !== undefined ? [DESKTOP, PHONE] : [[...DESKTOP, PHONE[0]]];
}

async function take(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  // Dialogs cover the screen, not the full page.
  const fullPage = !(await page.getByRole("dialog").isVisible());
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage });
}

/** What a page asks of the server: a page in normal use is refused nothing. */
function watchCalls(page: Page): { readonly refused: readonly string[]; ended(): Promise<void> } {
  const refused: string[] = [];
  const open = new Set<Request>();
  page.on("request", (request) => open.add(request));
  page.on("requestfinished", (request) => open.delete(request));
  page.on("requestfailed", (request) => open.delete(request));
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  // Twice, with a frame between: an answer may be what the next question waits for. A socket for updates stays open.
  const ended = async (): Promise<void> => {
    await expect.poll(() => open.size, { interval: 10 }).toBe(0);
    await settled(page);
    await expect.poll(() => open.size, { interval: 10 }).toBe(0);
    await settled(page);
  };
  return { refused, ended };
}

/** All findings of a page are reported, not only the first: see `expect.soft`. */
async function check(page: Page, visit: Visit, { size, colorScheme, rules }: Look): Promise<void> {
  await page.setViewportSize(VIEWPORTS[size]);
  await page.emulateMedia({ colorScheme });
  await settled(page);
  await take(page, `${visit.name}-${size}-${colorScheme}`);
  const findings = await axeFindings(page, rules);
  expect.soft([visit.name, size, colorScheme, findings]).toEqual([visit.name, size, colorScheme, []]);
  expect.soft([visit.name, size, await widerThanScreen(page)]).toEqual([visit.name, size, 0]);
}

describe.skipIf(!hasBrowser)("every page, in light and in dark", () => {
  // One sign-in for all pages, to reduce the load.
  test.each([
    ["signed out", false],
    ["signed in", true],
  ])("%s is accessible, fits and stays where it is", { timeout: 900_000 }, async (_, signedIn) => {
    const page = await openPage(url);
    const calls = watchCalls(page);
    if (signedIn) await signIn(page);
    const shifted = await watchShifts(page);
    for (const visit of [...VISITS, ...DASHBOARD_VISITS, ...DIALOG_VISITS].filter(
      (each) => each.signedIn === signedIn,
    )) {
      for (const looks of loadsOf(visit)) {
        await page.setViewportSize(VIEWPORTS[looks[0].size]);
        await page.goto(visit.path);
        await visit.ready(page);
        await calls.ended();
        expect.soft([visit.name, calls.refused]).toEqual([visit.name, []]);
        expect.soft(await shifted(), `shift of ${visit.name}`).toBeLessThan(MAX_SHIFT);
        for (const look of looks) await check(page, visit, look);
      }
    }
  });
});
