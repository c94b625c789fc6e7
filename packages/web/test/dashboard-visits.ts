import type { Page } from "playwright-core";
import type { Visit } from "./visit.js";

async function dashboardShown(page: Page): Promise<void> {
  await page.getByRole("img", { name: /^Spend by day/ }).waitFor();
  await page.getByRole("table", { name: "Agents" }).waitFor();
  await page.getByRole("table", { name: "Failures by Tool" }).waitFor();
}

/** The IDs of people and teams are not known in advance. */
async function firstPerson(page: Page): Promise<void> {
  await page.getByRole("table", { name: "People" }).getByRole("link").first().click();
  await page.waitForURL(/\/people\//);
  await page.getByText("Agent activity of one person").waitFor();
  await dashboardShown(page);
}

async function ownTeam(page: Page): Promise<void> {
  await page.getByRole("table", { name: "Teams" }).getByRole("link", { name: "Harbour" }).click();
  await page.getByText("Agent activity of the team's members").waitFor();
  await dashboardShown(page);
}

/** The pages about usage. */
export const DASHBOARD_VISITS: readonly Visit[] = [
  { name: "dashboard", path: "/dashboard", signedIn: true, ready: dashboardShown },
  {
    name: "dashboard-nothing",
    path: "/dashboard?from=2020-01-01&to=2020-01-02",
    signedIn: true,
    ready: (page) => page.getByText("No sessions in this period").waitFor(),
  },
  { name: "person", path: "/dashboard?last=90", signedIn: true, ready: firstPerson },
  { name: "team-dashboard", path: "/dashboard?last=90", signedIn: true, ready: ownTeam },
];
