import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";

/** A tenth of the value that browsers consider good. */
export const MAX_SHIFT = 0.01;

/**
 * The cumulative layout shift so far. Responses arrive in any order and not in one frame: content that is shown first must
 * not move later.
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
