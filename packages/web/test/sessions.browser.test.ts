import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { createSender, ingest, newSessionId, turn } from "./transcripts.js";

const url = inject("webServer") ?? "";

const rowOf = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });
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
    expect(await page.getByRole("link", { name: id }).count()).toBe(0);
    // From here on the page is not told anything but by the subscription.
    await ingest(send, id, turn(0));
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: id }) });
    await row.getByRole("cell", { name: "3", exact: true }).waitFor();
    await ingest(send, id, turn(1), 3);
    await row.getByRole("cell", { name: "6", exact: true }).waitFor();

    await page.getByRole("link", { name: id }).click();
    await rowOf(page, "Question number 1").waitFor();
    await status(page, /^\s*live/).waitFor();
    await ingest(send, id, turn(2), 6);
    await rowOf(page, "Question number 2").waitFor();
  });

  test("are filtered by what the address says, and the address by the filters", async () => {
    const id = newSessionId();
    await ingest(send, id, turn(0, { fails: true }));
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/sessions?has_errors=true&last=1");
    await page.getByRole("link", { name: id }).waitFor();
    await page.getByLabel("Harness").selectOption("codex");
    await page.waitForURL(/harness=codex/);
    await page.getByRole("link", { name: id }).waitFor({ state: "detached" });
    await page.getByLabel("Words in it").fill("nobodywrotethis");
    await page.getByText("No session is like that").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.getByRole("link", { name: id }).waitFor();
    expect(new URL(page.url()).search).toBe("");
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
      // Said once more to those who do not see it.
      await page.getByText("There is no error after this.").first().waitFor();
      await page.keyboard.press("E");
      await current.filter({ hasText: `listing number ${FAILED[0]}` }).waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("QUESTION number 1234");
      await page.keyboard.press("Enter");
      await current.filter({ hasText: "Question number 1234" }).waitFor();
    });

    test("shows only the kinds that are chosen, and how its tokens grew", async () => {
      const page = await open();
      await page.getByLabel("Show", { exact: true }).selectOption({ label: "What was said" });
      await status(page, "2,000 events").waitFor();
      await rowOf(page, "Question number 2").first().waitFor();
      expect(await rowOf(page, "listing number").count()).toBe(0);
      await page.getByText("Tokens and cost over time").click();
      await page.getByRole("img", { name: /Tokens over time, up to 2.2M/ }).waitFor();
    });
  });
});
