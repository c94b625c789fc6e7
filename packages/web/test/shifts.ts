import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";

/** A tenth of what browsers call good. */
export const MAX_SHIFT = 0.01;

/**
 * What has moved on the page so far without anyone having touched it, as browsers add it up. Answers come in another order
 * than they were asked for, and not in one frame: what is drawn when the first is there must stay where it is.
 */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      const seen = list.getEntries() as unknown as readonly { value: number; hadRecentInput: boolean }[];
      shifts.push(...seen.filter(({ hadRecentInput }) => !hadRecentInput).map(({ value }) => value));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.route("**/api/v1/**", async (route) => {
    await sleep((route.request().url().length % 6) * 40);
    await route.continue();
  });
  return () =>
    page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
}
