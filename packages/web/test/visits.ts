import type { Page } from "playwright-core";

export interface Visit {
  /** Also the name of its screenshots. */
  readonly name: string;
  readonly path: string;
  readonly signedIn: boolean;
  /** What a wide screen does not have. */
  readonly onPhoneOnly?: boolean;
  /** Waits until the page is loaded. */
  readonly ready: (page: Page) => Promise<unknown>;
}

const heading =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole("heading", { level: 1, name }).waitFor();

const text =
  (words: string) =>
  (page: Page): Promise<void> =>
    page.getByText(words).waitFor();

const table =
  (caption: string) =>
  (page: Page): Promise<void> =>
    page.getByRole("table", { name: caption }).waitFor();

const chart =
  (name: RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole("img", { name }).locator("canvas").waitFor();

/** The IDs of demo sessions are not known in advance. */
async function firstSession(page: Page): Promise<void> {
  await page.getByRole("table", { name: "Sessions" }).getByRole("link").first().click();
  await page.getByRole("region", { name: "Trace" }).getByRole("article").first().waitFor();
}

/** Every page once. Add a line for each new page, so that it is checked by axe and by `npm run screenshots`. */
export const VISITS: readonly Visit[] = [
  { name: "login", path: "/login", signedIn: false, ready: (page) => page.getByLabel("Email or username").waitFor() },
  { name: "register", path: "/register", signedIn: false, ready: heading("Create an account") },
  { name: "forgot-password", path: "/forgot-password", signedIn: false, ready: heading("Forgot your password?") },
  { name: "change-password", path: "/change-password", signedIn: true, ready: heading("Change your password") },
  { name: "device", path: "/device?code=BCDF-2345", signedIn: true, ready: heading("Sign in to the command line") },
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
    path: "/registry/agents/mara/backend-reviewer?tab=install",
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
    ready: chart(/Installs by day/),
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
    name: "agent-builder",
    path: "/registry/submit/agents?with=skill:mara/careful-migrations",
    signedIn: true,
    ready: async (page) => {
      await page.getByText(".claude/skills/careful-migrations/SKILL.md").first().waitFor();
      await page.getByRole("option", { name: /tickets/ }).waitFor();
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
  { name: "discover", path: "/discover", signedIn: true, ready: heading("Discover") },
  {
    name: "discover-answers",
    path: "/discover?text=review+my+database+migrations",
    signedIn: true,
    ready: (page) => page.getByRole("list", { name: "Results" }).waitFor(),
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
    },
  },
  { name: "sessions", path: "/sessions", signedIn: true, ready: table("Sessions") },
  {
    name: "no-sessions",
    path: "/sessions?search=nobodywrotethis",
    signedIn: true,
    ready: text("No matching sessions"),
  },
  { name: "session", path: "/sessions", signedIn: true, ready: firstSession },
  { name: "dashboard", path: "/dashboard", signedIn: true, ready: chart(/over time/) },
  { name: "teams", path: "/teams?show=all", signedIn: true, ready: heading("Teams") },
  { name: "admin-users", path: "/admin/users", signedIn: true, ready: table("Users") },
  {
    name: "admin-settings",
    path: "/admin/settings",
    signedIn: true,
    ready: (page) => page.getByLabel("deployment.frontend_url", { exact: true }).waitFor(),
  },
  {
    name: "admin-sso",
    path: "/admin/sso",
    signedIn: true,
    ready: (page) => page.getByLabel("deployment.sso_only", { exact: true }).waitFor(),
  },
  { name: "admin-audit-log", path: "/admin/audit-log", signedIn: true, ready: table("Audit log") },
  { name: "admin-ard-sources", path: "/admin/ard-sources", signedIn: true, ready: heading("Discovery sources") },
  { name: "account", path: "/account", signedIn: true, ready: heading("Account") },
  { name: "not-found", path: "/no/such/page", signedIn: true, ready: heading("Not found") },
];
