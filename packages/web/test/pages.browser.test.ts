import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page, Request } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings, COLOURS, SIZES } from "./axe.js";
import { hasBrowser, openPage, settled, signIn, widerThanScreen } from "./browser.js";
import { DIALOG_VISITS } from "./dialog-visits.js";
import { MAX_SHIFT, watchShifts } from "./shifts.js";
import { VISITS } from "./visits.js";

const url = inject("webServer") ?? "";
/** The target folder of `npm run screenshots`. */
const pictures = process.env["SCREENSHOTS"];
/** `EVERY_RULE=1` looks at everything in both sizes and both themes; otherwise each rule is tried where it can first fail. */
const everyRule = process.env["EVERY_RULE"] === "1";
const DARK = { colorScheme: "dark", rules: COLOURS } as const;
const WINDOWS = {
  desktop: { viewport: { width: 1280, height: 800 }, looks: [{ colorScheme: "light", rules: undefined }, DARK] },
  phone: {
    viewport: { width: 360, height: 740 },
    looks: [
      { colorScheme: "light", rules: everyRule ? undefined : SIZES },
      ...(everyRule || pictures !== undefined ? [DARK] : []),
    ],
  },
} as const;

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

describe.skipIf(!hasBrowser)("every page, in light and in dark", () => {
  // One sign-in for all pages, to reduce the load.
  test.each(Object.entries(WINDOWS))(
    "on a %s is accessible, fits and stays where it is",
    { timeout: 600_000 },
    async (size, { viewport, looks }) => {
      for (const signedIn of [false, true]) {
        const page = await openPage(url, { viewport });
        const calls = watchCalls(page);
        if (signedIn) await signIn(page);
        const shifted = await watchShifts(page);
        for (const visit of [...VISITS, ...DIALOG_VISITS].filter((each) => each.signedIn === signedIn)) {
          await page.goto(visit.path);
          await visit.ready(page);
          await calls.ended();
          expect([visit.name, calls.refused]).toEqual([visit.name, []]);
          expect(await shifted(), `shift of ${visit.name}`).toBeLessThan(MAX_SHIFT);
          for (const { colorScheme, rules } of looks) {
            await page.emulateMedia({ colorScheme });
            await settled(page);
            await take(page, `${visit.name}-${size}-${colorScheme}`);
            const findings = await axeFindings(page, rules);
            expect([visit.name, colorScheme, findings]).toEqual([visit.name, colorScheme, []]);
            expect([visit.name, await widerThanScreen(page)]).toEqual([visit.name, 0]);
          }
        }
      }
    },
  );
});
