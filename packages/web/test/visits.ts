import type { Page } from "playwright-core";
import { ADMIN_VISITS } from "./admin-visits.js";
import { consentPath } from "./consent-path.js";
import { chart, heading, table, text, type Visit } from "./visit.js";

/** The IDs of demo sessions are not known in advance. */
async function firstSession(page: Page): Promise<void> {
  await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
  await page.getByRole("region", { name: "Trace" }).getByRole("article").first().waitFor();
}

/** The IDs of alerts are not known in advance either. */
async function firstAlert(page: Page): Promise<void> {
  await page.getByRole("table", { name: "Alerts" }).getByRole("link").first().click();
  await page.getByRole("heading", { level: 1, name: "Night watch fails" }).waitFor();
  await chart(/Error rate by hour/)(page);
}

async function editedAlert(page: Page): Promise<void> {
  await firstAlert(page);
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Save changes" }).waitFor();
  await chart(/Error rate by hour/)(page);
}

/** An application registers itself before it sends anyone here. */
async function askedByApplication(page: Page): Promise<void> {
  await page.goto(await consentPath(page));
  await page.getByRole("button", { name: "Allow" }).waitFor();
}

/** Every page once. Add a line for each new page, so that it is checked by axe and by `npm run screenshots`. */
export const VISITS: readonly Visit[] = [
  { name: "login", path: "/login", signedIn: false, ready: (page) => page.getByLabel("Email or username").waitFor() },
  { name: "register", path: "/register", signedIn: false, ready: heading("Create an account") },
  { name: "forgot-password", path: "/forgot-password", signedIn: false, ready: heading("Forgot your password?") },
  { name: "change-password", path: "/change-password", signedIn: true, ready: heading("Change your password") },
  { name: "device", path: "/device?code=BCDF-2345", signedIn: true, ready: heading("Sign in to the command line") },
  { name: "consent", path: "/account", signedIn: true, ready: askedByApplication },
  {
    name: "start",
    path: "/",
    signedIn: true,
    ready: (page) => page.getByRole("list", { name: "Offered to you" }).waitFor(),
  },
  {
    name: "registry",
    path: "/registry",
    signedIn: true,
    ready: (page) => page.getByRole("list", { name: "Items" }).waitFor(),
  },
  {
    name: "registry-nothing",
    path: "/registry?q=xyzzyplugh",
    signedIn: true,
    ready: (page) => page.getByText("No results").waitFor(),
  },
  {
    name: "registry-search",
    path: "/discover?text=review+my+database+migrations",
    signedIn: true,
    ready: async (page) => {
      await page.waitForURL("**/registry?q=*");
      await page.getByRole("list", { name: "Items" }).waitFor();
    },
  },
  {
    name: "registry-facets",
    path: "/registry?type=skills&risk=none&sort=rating",
    signedIn: true,
    ready: (page) => page.getByRole("list", { name: "Items" }).waitFor(),
  },
  { name: "item", path: "/registry/mcps/tomas/tickets", signedIn: true, ready: heading("tickets") },
  {
    name: "item-agent",
    path: "/registry/agents/mara/backend-reviewer",
    signedIn: true,
    ready: heading("backend-reviewer"),
  },
  {
    name: "item-prompt",
    path: "/registry/prompts/mara/explain-like-a-colleague",
    signedIn: true,
    ready: heading("explain-like-a-colleague"),
  },
  { name: "item-hook", path: "/registry/hooks/yuki/no-force-push", signedIn: true, ready: heading("no-force-push") },
  {
    name: "item-sandbox",
    path: "/registry/sandboxes/yuki/node-offline",
    signedIn: true,
    ready: heading("node-offline"),
  },
  {
    name: "item-offered",
    path: "/registry/prompts/petra/travel-notes",
    signedIn: true,
    ready: (page) => page.getByRole("group", { name: "Ownership transfer" }).waitFor(),
  },
  {
    name: "item-install",
    path: "/registry/agents/mara/backend-reviewer",
    signedIn: true,
    ready: async (page) => {
      await page.getByRole("button", { name: "Show files" }).click();
      await page.getByText(".claude/agents/backend-reviewer.md").first().waitFor();
    },
  },
  {
    name: "item-versions",
    path: "/registry/mcps/tomas/tickets?tab=versions",
    signedIn: true,
    ready: (page) => page.getByRole("table").waitFor(),
  },
  {
    name: "item-usage",
    path: "/registry/mcps/tomas/tickets?tab=usage",
    signedIn: true,
    ready: (page) => page.getByRole("img", { name: /Installs by day/ }).waitFor(),
  },
  {
    name: "item-usage-nothing",
    path: "/registry/skills/mara/flaky-test-hunter?tab=usage",
    signedIn: true,
    ready: text("No usage in this period"),
  },
  {
    name: "item-ratings",
    path: "/registry/skills/tomas/release-notes?tab=ratings",
    signedIn: true,
    ready: (page) => page.getByRole("button", { name: "Submit rating" }).waitFor(),
  },
  {
    name: "item-sync",
    path: "/registry/mcps/ada/weather-station?tab=sync",
    signedIn: true,
    ready: text("Not synced yet"),
  },
  {
    name: "item-sync-off",
    path: "/registry/mcps/ada/tide-tables?tab=sync",
    signedIn: true,
    ready: (page) => page.getByRole("button", { name: "Turn on" }).waitFor(),
  },
  {
    name: "item-sync-impossible",
    path: "/registry/mcps/tomas/tickets?tab=sync",
    signedIn: true,
    ready: text("No git repository"),
  },
  {
    name: "item-scorecard",
    path: "/registry/agents/ada/night-watch?tab=scorecard",
    signedIn: true,
    ready: async (page) => {
      await chart(/Total and sessions by day/)(page);
      await table("Sessions behind the scores")(page);
    },
  },
  {
    name: "item-scorecard-nothing",
    path: "/registry/agents/mara/backend-reviewer?tab=scorecard&last=7&version=none",
    signedIn: true,
    ready: text("No sessions in this period"),
  },
  {
    name: "item-canaries",
    path: "/registry/agents/ada/night-watch?tab=canaries",
    signedIn: true,
    ready: async (page) => {
      await page.getByRole("button", { name: "Show the value" }).click();
      await page.getByText("Zorbinax Ltd").waitFor();
    },
  },
  {
    name: "item-canaries-nothing",
    path: "/registry/agents/mara/backend-reviewer?tab=canaries",
    signedIn: true,
    ready: text("No canaries"),
  },
  {
    name: "agent-builder",
    path: "/registry/submit/agents?with=skill:mara/careful-migrations",
    signedIn: true,
    ready: async (page) => {
      await page.getByText(".claude/skills/careful-migrations/SKILL.md").first().waitFor();
      await page.getByRole("option", { name: /^MCP server tickets / }).waitFor();
      for (const summary of await page.locator("summary").all()) await summary.click();
    },
  },
  {
    name: "agent-edit",
    path: "/registry/agents/mara/backend-reviewer/edit",
    signedIn: true,
    ready: (page) => page.getByText(".claude/agents/backend-reviewer.md").first().waitFor(),
  },
  { name: "submit", path: "/registry/submit", signedIn: true, ready: heading("Submit") },
  ...["mcps", "skills", "hooks", "prompts", "sandboxes"].map((type) => ({
    name: `submit-${type}`,
    path: `/registry/submit/${type}`,
    signedIn: true,
    ready: async (page: Page) => {
      await heading(/^Submit an? /)(page);
      await page.getByLabel("Claude Code").waitFor();
      // Expands collapsed sections, so that they are checked too.
      for (const summary of await page.locator("summary").all()) await summary.click();
    },
  })),
  {
    name: "edit-new-version",
    path: "/registry/mcps/tomas/tickets/edit",
    signedIn: true,
    ready: (page) => page.getByRole("button", { name: "Release for review" }).waitFor(),
  },
  {
    name: "edit-pending",
    path: "/registry/skills/mara/flaky-test-hunter/edit",
    signedIn: true,
    ready: (page) => page.getByRole("button", { name: "Save changes" }).waitFor(),
  },
  {
    name: "review",
    path: "/review",
    signedIn: true,
    ready: (page) => page.getByRole("list", { name: "Submissions" }).waitFor(),
  },
  {
    name: "submission",
    path: "/review",
    signedIn: true,
    ready: async (page) => {
      await page.getByRole("link", { name: /flaky-test-hunter/ }).click();
      await page.getByRole("heading", { level: 1, name: "Review flaky-test-hunter" }).waitFor();
      await page.getByRole("region", { name: "Decision" }).waitFor();
    },
  },
  {
    name: "item-review",
    path: "/registry/skills/mara/flaky-test-hunter?tab=review",
    signedIn: true,
    ready: (page) => page.getByRole("heading", { name: "Comments" }).waitFor(),
  },
  { name: "sessions", path: "/sessions", signedIn: true, ready: table("Sessions") },
  {
    name: "no-sessions",
    path: "/sessions?search=nobodywrotethis",
    signedIn: true,
    ready: text("No matching sessions"),
  },
  { name: "session", path: "/sessions", signedIn: true, ready: firstSession },
  { name: "alerts", path: "/alerts", signedIn: true, ready: table("Alerts") },
  { name: "alert", path: "/alerts", signedIn: true, ready: firstAlert },
  { name: "alert-edit", path: "/alerts", signedIn: true, ready: editedAlert },
  { name: "alert-new", path: "/alerts/new", signedIn: true, ready: chart(/Error rate by hour/) },
  { name: "budgets", path: "/budgets", signedIn: true, ready: table("Budgets") },
  { name: "inbox", path: "/inbox", signedIn: true, ready: heading("Inbox") },
  { name: "teams", path: "/teams?show=all", signedIn: true, ready: heading("Teams") },
  {
    name: "connect",
    path: "/connect",
    signedIn: true,
    ready: (page) => page.getByRole("button", { name: "Create the address and copy" }).waitFor(),
  },
  { name: "connect-mcp", path: "/connect?client=mcp", signedIn: true, ready: text("The registry as an MCP server") },
  { name: "feeds", path: "/connect/feeds", signedIn: true, ready: table("Feeds") },
  ...ADMIN_VISITS,
  { name: "account", path: "/account", signedIn: true, ready: heading("Account") },
  { name: "not-found", path: "/no/such/page", signedIn: true, ready: heading("Not found") },
];
