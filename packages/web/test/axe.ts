import axe from "axe-core";
import type { Page } from "playwright-core";
import { settled } from "./browser.js";

interface Finding {
  readonly id: string;
  readonly nodes: readonly string[];
}

const EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Everything that can differ between light and dark. */
export const COLOURS = ["color-contrast", "link-in-text-block"];
/** All that can differ between a desktop and a phone. */
export const SIZES = ["target-size", "scrollable-region-focusable"];

/**
 * The violations that axe reports for the page, with all or some of its rules. A busy browser may repaint late after a change
 * of color scheme, so only violations found on a second check count.
 */
export async function axeFindings(page: Page, runOnly: readonly string[] = EVERYTHING): Promise<Finding[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  const findings = await runAxe(page, runOnly);
  if (findings.length === 0) return findings;
  await settled(page);
  return runAxe(page, runOnly);
}

type Axe = Pick<typeof axe, "run">;

/** Only violations leave the page: what passes is hundreds of times as much. */
async function runAxe(page: Page, runOnly: readonly string[]): Promise<Finding[]> {
  const violations = await page.evaluate(
    async (rules) => {
      const { run } = (globalThis as unknown as { axe: Axe }).axe;
      return (await run({ runOnly: rules, resultTypes: ["violations"] })).violations;
    },
    [...runOnly],
  );
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
}
