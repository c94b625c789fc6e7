import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings, COLOURS } from "./axe.js";
import { hasBrowser, openPage, settled, signIn, widerThanScreen } from "./browser.js";
import { DIALOG_VISITS } from "./dialog-visits.js";
import { MAX_SHIFT, watchShifts } from "./shifts.js";
import { VISITS } from "./visits.js";

const url = inject("webServer") ?? "";
/** Where `npm run screenshots` wants the pictures. */
const pictures = process.env["SCREENSHOTS"];
const WINDOWS = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

async function take(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  // What is open over a page covers the screen, not the page.
  const fullPage = !(await page.getByRole("dialog").isVisible());
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage });
}

/** Grows with every call that the server refuses: a page in normal use makes none. */
function refusedCalls(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  return refused;
}

describe.skipIf(!hasBrowser)("every page, in light and in dark", () => {
  // One sign-in for all pages, so that a machine under load is not asked for a hundred.
  test.each(Object.entries(WINDOWS))(
    "on a %s is accessible, fits and stays where it is",
    { timeout: 600_000 },
    async (size, viewport) => {
      for (const signedIn of [false, true]) {
        const page = await openPage(url, { viewport });
        const refused = refusedCalls(page);
        if (signedIn) await signIn(page);
        const shifted = await watchShifts(page);
        for (const visit of [...VISITS, ...DIALOG_VISITS].filter((each) => each.signedIn === signedIn)) {
          await page.goto(visit.path);
          await visit.ready(page);
          await page.waitForLoadState("networkidle");
          expect([visit.name, refused]).toEqual([visit.name, []]);
          expect(await shifted(), `shift of ${visit.name}`).toBeLessThan(MAX_SHIFT);
          for (const colorScheme of ["light", "dark"] as const) {
            await page.emulateMedia({ colorScheme });
            await settled(page);
            await take(page, `${visit.name}-${size}-${colorScheme}`);
            const findings = await axeFindings(page, colorScheme === "dark" ? COLOURS : undefined);
            expect([visit.name, colorScheme, findings]).toEqual([visit.name, colorScheme, []]);
            expect([visit.name, await widerThanScreen(page)]).toEqual([visit.name, 0]);
          }
        }
      }
    },
  );
});
