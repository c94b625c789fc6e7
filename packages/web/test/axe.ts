import axe from "axe-core";
import type { Page } from "playwright-core";

interface Finding {
  readonly id: string;
  readonly nodes: readonly string[];
}

const EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** All that can differ between light and dark. */
export const COLOURS = ["color-contrast", "link-in-text-block"];

/** What axe holds against the page as it is now, by all of its rules or by some. */
export async function axeFindings(page: Page, runOnly: readonly string[] = EVERYTHING): Promise<Finding[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (rules) =>
      (globalThis as unknown as { axe: { run(options: object): Promise<axe.AxeResults> } }).axe.run({ runOnly: rules }),
    runOnly,
  );
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}
