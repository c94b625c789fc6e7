import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { createSender, ingest, newSessionId, turn } from "./transcripts.js";

const url = inject("webServer") ?? "";

const rowOf = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });
/** The row of a session, by its title. */
const lineOf = (page: Page, title: string) => page.getByRole("row").filter({ hasText: title });
const shownView = (page: Page) => page.getByRole("navigation", { name: "Views" }).locator('[aria-current="page"]');
/** A turn whose prompt, and so the title of its session, nothing else has. */
function titledTurn(title: string, options: Parameters<typeof turn>[1] = {}): string[] {
  return turn(0, options).map((line) => line.replace("Question number 0", title));
}
const status = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

describe.skipIf(!hasBrowser)("sessions", () => {
  let send: Awaited<ReturnType<typeof createSender>>;
  beforeAll(async () => {
    send = await createSender(url);
  });

  test("appear while they are ingested, and grow in place", async () => {
    const id = newSessionId();
    const title = `Watch ${id}`;
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/sessions");
    await status(page, /^\s*updating/).waitFor();
    await page.getByRole("table", { name: "Sessions" }).waitFor();
    // From here on, the page is updated only by the subscription.
    await ingest(send, id, titledTurn(title));
    const added = page.getByRole("button", { name: /^\d+ new$/ });
    await added.waitFor();
    expect(await lineOf(page, title).count()).toBe(0);
    await added.click();
    const line = lineOf(page, title);
    await line.getByText("Recording").waitFor();
    await line.getByRole("cell", { name: "1", exact: true }).waitFor();
    await ingest(send, id, turn(1, { fails: true }), { after: 3 });
    await line.getByRole("cell", { name: /^2\b.*\b1 failed$/ }).waitFor();

    await line.getByRole("link").first().click();
    await rowOf(page, "Question number 1").waitFor();
    await status(page, /^\s*updating/).waitFor();
    await ingest(send, id, turn(2), { after: 6 });
    await rowOf(page, "Question number 2").waitFor();
  });

  test("are filtered by what the address says, and the address by the filters", async () => {
    const title = `Filter ${newSessionId()}`;
    await ingest(send, newSessionId(), titledTurn(title, { fails: true }));
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/sessions?has_errors=true&last=1");
    await lineOf(page, title).waitFor();
    await shownView(page).filter({ hasText: "With failures" }).waitFor();
    await page.getByRole("button", { name: "Harness" }).click();
    await page.getByRole("combobox", { name: "Harness" }).fill("code");
    await page.getByRole("option", { name: "Codex CLI" }).click();
    await page.waitForURL(/harness=codex/);
    await lineOf(page, title).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove filter: Harness Codex CLI" }).click();
    await lineOf(page, title).waitFor();
    const query = page.getByRole("searchbox", { name: "Search", exact: true });
    await query.fill("harness:codex project:saddlery nobodywrotethis");
    await query.press("Enter");
    await page.waitForURL(/harness=codex&project=saddlery&search=nobodywrotethis/);
    expect(await query.inputValue()).toBe("nobodywrotethis ");
    await page.getByText("No matching sessions").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await lineOf(page, title).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await query.fill("agent:nobody");
    await query.press("Enter");
    await status(page, "Nothing is called that: agent:nobody").waitFor();
  });

  test("are gone through by the keyboard", async () => {
    const title = `Keys ${newSessionId()}`;
    const failed = `Failed ${newSessionId()}`;
    await ingest(send, newSessionId(), titledTurn(failed, { fails: true }));
    await ingest(send, newSessionId(), titledTurn(title));
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/sessions");
    await lineOf(page, title).waitFor();
    await page.keyboard.press("x");
    await page.waitForURL(/has_errors=true/);
    await lineOf(page, title).waitFor({ state: "detached" });
    await page.keyboard.press("x");
    await lineOf(page, title).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    const focused = page.locator("tbody a:focus");
    const opened = (await focused.innerText()).trim();
    await page.keyboard.press("f");
    expect(
      await page
        .getByRole("group", { name: "Filters" })
        .getByRole("button")
        .first()
        .evaluate((button) => button === document.activeElement),
    ).toBe(true);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: opened }).waitFor();
  });

  test("have views that are saved, and are exported as they are shown", async () => {
    const project = `stable-${newSessionId().slice(4, 12)}`;
    const title = `Saved ${newSessionId()}`;
    const lines = titledTurn(title).map((line) => JSON.stringify({ ...JSON.parse(line), cwd: `/work/${project}` }));
    await ingest(send, newSessionId(), lines);
    const page = await openPage(url);
    await signIn(page);
    await page.goto(`/sessions?project=${project}`);
    await lineOf(page, title).waitFor();
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByLabel("Name").fill("The stable");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const views = page.getByRole("navigation", { name: "Views" });
    await shownView(page).filter({ hasText: "The stable" }).waitFor();
    await views.getByRole("link", { name: /^Everyone/ }).click();
    await page.getByRole("button", { name: `Remove filter: Project ${project}` }).click();
    await page.waitForURL(/\/sessions$/);
    // It is the user's, not the browser's.
    const elsewhere = await openPage(url);
    await signIn(elsewhere);
    await elsewhere.goto("/sessions");
    await elsewhere.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "The stable" }).waitFor();
    await views.getByRole("link", { name: "The stable" }).click();
    await page.waitForURL(new RegExp(`project=${project}$`));
    for (const [format, name] of [
      ["csv", "CSV"],
      ["jsonl", "JSON Lines"],
    ] as const) {
      await page.getByRole("button", { name: "Export" }).click();
      const downloading = page.waitForEvent("download");
      await page.getByRole("menuitem", { name, exact: true }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toBe(`sessions.${format}`);
      const rows = readFileSync(await file.path(), "utf8")
        .trim()
        .split("\n");
      expect(rows.filter((row) => row.includes(title))).toHaveLength(1);
      expect(rows).toHaveLength(format === "csv" ? 2 : 1);
    }
    await page.getByRole("button", { name: "Delete view" }).click();
    await views.getByRole("link", { name: "The stable" }).waitFor({ state: "detached" });
  });

  test("are called by their title, and show where they ran and how many subagents they started", async () => {
    const id = newSessionId();
    const [first = "", ...rest] = turn(0);
    const placed = JSON.stringify({ ...JSON.parse(first), cwd: "/work/saddlery", gitBranch: "fix/girth" });
    const title = JSON.stringify({ type: "ai-title", aiTitle: `Mend the girth ${id.slice(0, 12)}` });
    await ingest(send, id, [placed, ...rest, title]);
    await ingest(send, newSessionId(), titledTurn(`Subagent of ${id}`), { parent: id });
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/sessions");
    const line = lineOf(page, `Mend the girth ${id.slice(0, 12)}`);
    await line.getByText("saddlery · fix/girth").waitFor();
    await line.getByText("1 subagent").waitFor();
    expect(await lineOf(page, `Subagent of ${id}`).count()).toBe(0);
    await line.getByRole("link", { name: `Mend the girth ${id.slice(0, 12)}` }).click();
    await page.getByRole("heading", { level: 1, name: /^Mend the girth/ }).waitFor();
    await page.getByText("/work/saddlery", { exact: true }).waitFor();
    await page.getByText("Question number 0").first().waitFor();
  });

  test("tell of an unknown price where something was used, and only there", async () => {
    const [unused, unpriced] = [newSessionId(), newSessionId()];
    await ingest(send, unused, turn(0).slice(0, 1));
    await ingest(
      send,
      unpriced,
      turn(0).map((line) => line.replaceAll("claude-sonnet-4-5", "a-model-of-ours")),
    );
    const page = await openPage(url);
    await signIn(page);
    const note = page.getByText("no price for");
    await page.goto(`/sessions/${unused}`);
    await rowOf(page, "Question number 0").waitFor();
    expect(await note.count()).toBe(0);
    await page.goto(`/sessions/${unpriced}`);
    await note.filter({ hasText: "a-model-of-ours" }).waitFor();
  });
});
