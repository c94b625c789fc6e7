import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { MAX_SHIFT, watchShifts } from "./shifts.js";
import { createSender, ingest, newSessionId, turn } from "./transcripts.js";

const url = inject("webServer") ?? "";

const rowOf = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });
/** The link of a session, whose ID is next to its name. */
const linkOf = (page: Page, id: string) => page.getByRole("row").filter({ hasText: id }).getByRole("link");
const status = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

describe.skipIf(!hasBrowser)("sessions", () => {
  let send: Awaited<ReturnType<typeof createSender>>;
  beforeAll(async () => {
    send = await createSender(url);
  });

  test("appear while they are ingested, and grow", async () => {
    const id = newSessionId();
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/sessions");
    await status(page, /^\s*live/).waitFor();
    expect(await linkOf(page, id).count()).toBe(0);
    // From here on, the page is updated only by the subscription.
    await ingest(send, id, turn(0));
    const row = page.getByRole("row").filter({ hasText: id });
    await row.getByRole("cell", { name: "3", exact: true }).waitFor();
    await ingest(send, id, turn(1), { after: 3 });
    await row.getByRole("cell", { name: "6", exact: true }).waitFor();

    await linkOf(page, id).click();
    await rowOf(page, "Question number 1").waitFor();
    await status(page, /^\s*live/).waitFor();
    await ingest(send, id, turn(2), { after: 6 });
    await rowOf(page, "Question number 2").waitFor();
  });

  test("are filtered by what the address says, and the address by the filters", async () => {
    const id = newSessionId();
    await ingest(send, id, turn(0, { fails: true }));
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/sessions?has_errors=true&last=1");
    await linkOf(page, id).waitFor();
    await page.getByLabel("Harness").selectOption("codex");
    await page.waitForURL(/harness=codex/);
    await linkOf(page, id).waitFor({ state: "detached" });
    await page.getByLabel("Search", { exact: true }).fill("nobodywrotethis");
    await page.getByText("No matching sessions").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await linkOf(page, id).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  test("are called by their title, and show where they ran", async () => {
    const id = newSessionId();
    const [first = "", ...rest] = turn(0);
    const placed = JSON.stringify({ ...JSON.parse(first), cwd: "/work/saddlery", gitBranch: "fix/girth" });
    const title = JSON.stringify({ type: "ai-title", aiTitle: `Mend the girth ${id.slice(0, 8)}` });
    await ingest(send, id, [placed, ...rest, title]);
    const page = await openPage(url);
    await signIn(page);
    await page.goto(`/sessions?search=${id.slice(0, 8)}`);
    const row = page.getByRole("row").filter({ hasText: id });
    await row.getByText("saddlery · fix/girth").waitFor();
    await row.getByRole("link", { name: `Mend the girth ${id.slice(0, 8)}` }).click();
    await page.getByRole("heading", { level: 1, name: /^Mend the girth/ }).waitFor();
    await page.getByText("/work/saddlery", { exact: true }).waitFor();
    await page.getByText("Question number 0").first().waitFor();
  });

  test("show what a subagent did beneath the event that started it", async () => {
    const [id, child] = [newSessionId(), newSessionId()];
    const start = Date.now() - 600_000;
    const later = (seconds: number) => ({ at: new Date(start + seconds * 1000) });
    await ingest(send, id, [...turn(0, later(0)), ...turn(1, later(60)), ...turn(2, later(120))]);
    await ingest(send, child, [...turn(41, later(90)), ...turn(42, { ...later(91), fails: true })], { parent: id });
    const page = await openPage(url);
    await signIn(page);
    const shifted = await watchShifts(page);
    await page.goto(`/sessions/${id}`);
    const starter = page.locator('[aria-posinset="6"]');
    const nested = starter.getByRole("list", { name: "Subagents started here" });
    await nested.getByText("2 prompts, 2 tool calls, 2.2K tokens, cost $0.009, 1 failed").waitFor();
    expect(await shifted()).toBeLessThan(MAX_SHIFT);
    await nested.getByRole("button", { name: /^Show 6 events/ }).click();
    const events = nested.getByRole("list", { name: `Events of ${child}` });
    await events.getByText("Question number 42").waitFor();
    // The rows below move to make room.
    const [own, next] = [await starter.boundingBox(), await page.locator('[aria-posinset="7"]').boundingBox()];
    expect(next?.y).toBeGreaterThanOrEqual((own?.y ?? 0) + (own?.height ?? 0) - 1);
    await nested.getByRole("link", { name: "Question number 41" }).click();
    await page.getByText(child, { exact: true }).first().waitFor();
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
    const note = page.getByText("the price of a model is unknown");
    await page.goto(`/sessions/${unused}`);
    await page.getByText("No usage yet.").waitFor();
    expect(await note.count()).toBe(0);
    await page.goto(`/sessions/${unpriced}`);
    await note.waitFor();
  });

  describe("a long one", () => {
    const id = newSessionId();
    const TURNS = 2000;
    const FAILED = [700, 1500];
    beforeAll(async () => {
      const lines = Array.from({ length: TURNS }, (_, n) =>
        turn(n, { fails: FAILED.includes(n), at: new Date(Date.now() - (TURNS - n) * 1000) }),
      );
      await ingest(send, id, lines.flat());
    });
    const open = async (): Promise<Page> => {
      const page = await openPage(url);
      await signIn(page);
      await page.goto(`/sessions/${id}`);
      await rowOf(page, "Question number 0").first().waitFor();
      return page;
    };

    test("scrolls from end to end with only the rows in sight", async () => {
      const page = await open();
      const trace = page.getByRole("region", { name: "Trace" });
      const rows = trace.getByRole("listitem");
      expect(await rows.first().getAttribute("aria-setsize")).toBe(String(TURNS * 3));
      expect(await rows.count()).toBeLessThan(100);
      await trace.evaluate((box) => box.scrollTo(0, box.scrollHeight / 2));
      await rowOf(page, /Question number 9\d\d|Question number 1[01]\d\d/)
        .first()
        .waitFor();
      await page.keyboard.press("G");
      await rowOf(page, `listing number ${TURNS - 1}`).waitFor();
      expect(await rows.count()).toBeLessThan(100);
      await page.keyboard.press("g");
      await rowOf(page, "Question number 0").first().waitFor();
    });

    test("is gone through by the keyboard: events, errors, words", async () => {
      const page = await open();
      const current = page.locator('[aria-current="true"]');
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      await status(page, "Event 2 of 6,000").waitFor();
      await page.keyboard.press("k");
      await status(page, "Event 1 of 6,000").waitFor();
      for (const failed of FAILED) {
        await page.keyboard.press("e");
        await current.filter({ hasText: `listing number ${failed}` }).waitFor();
      }
      await page.keyboard.press("e");
      // Also announced to screen readers.
      await page.getByText("No error found after this event.").first().waitFor();
      await page.keyboard.press("E");
      await current.filter({ hasText: `listing number ${FAILED[0]}` }).waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("QUESTION number 1234");
      await page.keyboard.press("Enter");
      await current.filter({ hasText: "Question number 1234" }).waitFor();
    });

    test("shows only the kinds that are chosen, and how its tokens grew", async () => {
      const page = await open();
      await page.getByLabel("Show", { exact: true }).selectOption({ label: "Messages" });
      await status(page, "2,000 events").waitFor();
      await rowOf(page, "Question number 2").first().waitFor();
      expect(await rowOf(page, "listing number").count()).toBe(0);
      await page.getByText("Tokens and cost over time").click();
      await page.getByRole("img", { name: /Tokens and cost over time, up to 2.2M tokens and \$9.00/ }).waitFor();
    });
  });
});
