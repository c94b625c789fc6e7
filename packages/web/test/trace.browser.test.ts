import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { MAX_SHIFT, watchShifts } from "./shifts.js";
import { createSender, ingest, newSessionId, turn } from "./transcripts.js";

const url = inject("webServer") ?? "";

const rowOf = (page: Page, text: string | RegExp) => page.getByRole("listitem").filter({ hasText: text });
const status = (page: Page, text: string | RegExp) => page.getByRole("status").filter({ hasText: text });

describe.skipIf(!hasBrowser)("the trace of sessions", () => {
  let send: Awaited<ReturnType<typeof createSender>>;
  beforeAll(async () => {
    send = await createSender(url);
  });

  test("that are live are followed to their end until the reader scrolls up, who is told of what is new", async () => {
    const id = newSessionId();
    const turns = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => turn(from + n)).flat();
    await ingest(send, id, turns(0, 30));
    const page = await openPage(url);
    await signIn(page);
    await page.goto(`/sessions/${id}`);
    await status(page, "Following live").waitFor();
    await rowOf(page, "Question number 29").waitFor();
    await ingest(send, id, turns(30, 33), { after: 90 });
    await rowOf(page, "Question number 32").waitFor();
    await page.mouse.move(700, 500);
    await page.mouse.wheel(0, -600);
    const pill = page.getByRole("button", { name: /^Follow live/ });
    await pill.waitFor();
    const before = await page.evaluate(() => window.scrollY);
    await ingest(send, id, turns(33, 34), { after: 99 });
    await pill.filter({ hasText: "3 new" }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await pill.click();
    await rowOf(page, "Question number 33").waitFor();
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
    const starter = page.locator('[role="listitem"][data-index="3"]');
    const nested = starter.getByRole("list", { name: "Subagents started here" });
    await nested.getByText("2 prompts, 2 tool calls, 2.2K tokens, cost $0.009, 1 failed").waitFor();
    expect(await shifted()).toBeLessThan(MAX_SHIFT);
    await nested.getByRole("button", { name: /^Show 6 events/ }).click();
    const events = nested.getByRole("list", { name: `Events of ${child}` });
    await events.getByText("Question number 42").waitFor();
    // The rows below move to make room.
    const [own, next] = [
      await starter.boundingBox(),
      await page.locator('[role="listitem"][data-index="4"]').boundingBox(),
    ];
    expect(next?.y).toBeGreaterThanOrEqual((own?.y ?? 0) + (own?.height ?? 0) - 1);
    await nested.getByRole("link", { name: "Question number 41" }).click();
    await page.getByText(child, { exact: true }).first().waitFor();
  });

  test("answer what was asked, what failed, what changed and what it cost, and lead there", async () => {
    const id = newSessionId();
    const edit = {
      file_path: "src/girth.ts",
      old_string: "const holes = 5;",
      new_string: "const holes = 7;\nbuckle();",
    };
    const said = [{ type: "text", text: "The **girth** holds." }];
    const timestamp = new Date(Date.now() - 300_000).toISOString();
    const line = (content: object[], message: string) =>
      JSON.stringify({ type: "assistant", timestamp, message: { id: message, role: "assistant", content } });
    const done = { type: "tool_result", tool_use_id: "edit", content: "ok" };
    await ingest(
      send,
      id,
      [
        ...turn(0, { fails: true, at: new Date(timestamp) }),
        line([{ type: "tool_use", id: "edit", name: "Edit", input: edit }], "me"),
        JSON.stringify({ type: "user", timestamp, message: { role: "user", content: [done] } }),
        line(said, "ma"),
      ],
      { final: true },
    );
    const page = await openPage(url);
    await signIn(page);
    await page.goto(`/sessions/${id}`);
    const outline = page.getByRole("navigation", { name: "Outline" });
    await outline.getByRole("button", { name: /Question number 0.*\$0.0045/ }).waitFor();
    await outline.getByRole("button", { name: /Bash ls \/srv\/0: listing number 0/ }).waitFor();
    // A call and its result are one step; the failure and the answer are open, the edit is not.
    const trace = page.getByRole("region", { name: "Trace" });
    await trace.getByText("listing number 0").last().waitFor();
    expect(await trace.getByRole("article").count()).toBe(4);
    await trace.locator("strong", { hasText: "girth" }).waitFor();
    await outline.getByRole("button", { name: /src\/girth.ts/ }).click();
    const diff = trace.getByRole("group", { name: "Changes of src/girth.ts" });
    await diff.getByText("buckle();").waitFor();
    expect(await diff.getByText("added:").count()).toBe(2);
  });

  test("show images to those who sent them, as a part of their prompt", async () => {
    const id = newSessionId();
    const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    const content = [
      { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
      { type: "text", text: "What is this?" },
    ];
    const timestamp = new Date(Date.now() - 60_000).toISOString();
    await ingest(send, id, [JSON.stringify({ type: "user", timestamp, message: { role: "user", content } })]);
    const page = await openPage(url);
    await signIn(page);
    await page.goto(`/sessions/${id}`);
    const prompt = page.getByRole("region", { name: "Trace" }).getByRole("article", { name: "Prompt" });
    const image = prompt.getByRole("img", { name: "Image 1 of line 0" });
    await image.waitFor();
    expect(await image.evaluate((element) => (element as HTMLImageElement).naturalWidth)).toBe(1);
    expect(await prompt.count()).toBe(1);
    expect(await prompt.innerText()).not.toContain("[image]");
  });

  test("have a link for each step, which opens the step that it leads to", async () => {
    const id = newSessionId();
    const lines = Array.from({ length: 60 }, (_, n) => turn(n, { at: new Date(Date.now() - 600_000) })).flat();
    await ingest(send, id, lines, { final: true });
    const page = await openPage(url);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await signIn(page);
    await page.goto(`/sessions/${id}#e121`);
    const current = page.locator('[aria-current="true"]').filter({ hasText: "ls /srv/40" });
    await current.getByText("listing number 40").waitFor();
    await page.keyboard.press("c");
    await page.getByText("Copied the link to line 121.").first().waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/sessions/${id}#e121`);
  });

  describe("a long one", () => {
    const id = newSessionId();
    const TURNS = 2000;
    const FAILED = [700, 1500];
    beforeAll(async () => {
      const lines = Array.from({ length: TURNS }, (_, n) =>
        turn(n, { fails: FAILED.includes(n), at: new Date(Date.now() - (TURNS - n) * 1000) }),
      );
      await ingest(send, id, lines.flat(), { final: true });
    });
    const open = async (): Promise<Page> => {
      const page = await openPage(url);
      await signIn(page);
      await page.goto(`/sessions/${id}`);
      await rowOf(page, "Question number 0").first().waitFor();
      return page;
    };

    test("scrolls with the page from end to end, with only the rows in sight", async () => {
      const page = await open();
      const rows = page.getByRole("region", { name: "Trace" }).getByRole("listitem");
      expect(await rows.count()).toBeLessThan(100);
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2));
      await rowOf(page, /Question number (?:[89]\d\d|1[0-2]\d\d)/)
        .first()
        .waitFor();
      await page.keyboard.press("G");
      await rowOf(page, `ls /srv/${TURNS - 1}`).waitFor();
      expect(await rows.count()).toBeLessThan(100);
      await page.keyboard.press("g");
      await page.keyboard.press("g");
      await rowOf(page, "Question number 0").first().waitFor();
    });

    test("is gone through by the keyboard: steps, prompts, errors, words", async () => {
      const page = await open();
      const current = page.locator('[role="listitem"][aria-current="true"]');
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      await current.filter({ hasText: "ls /srv/0" }).waitFor();
      await page.keyboard.press("Enter");
      await current.filter({ hasText: "listing number 0" }).waitFor();
      await page.keyboard.press("k");
      await current.filter({ hasText: "Question number 0" }).waitFor();
      await page.keyboard.press("p");
      await current.filter({ hasText: "Question number 1" }).waitFor();
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

    test("counts what a search finds, and goes round", async () => {
      const page = await open();
      const current = page.locator('[role="listitem"][aria-current="true"]');
      await page.getByLabel("Search this session").fill("number 199");
      await status(page, "1 of 22").waitFor();
      await current.filter({ hasText: "Question number 199" }).waitFor();
      await page.getByRole("button", { name: "Previous match" }).click();
      await status(page, "22 of 22").waitFor();
      await current.filter({ hasText: "listing number 1999" }).waitFor();
      await page.getByRole("button", { name: "Next match" }).click();
      await status(page, "1 of 22").waitFor();
      await current.filter({ hasText: "Question number 199" }).waitFor();
    });

    test("shows only the kinds that are chosen, and where it stands in its course", async () => {
      const page = await open();
      await page.getByRole("button", { name: "Timeline: 2000 prompts, 2 failures, 33 min active" }).waitFor();
      const answers = page.getByRole("group", { name: "Show" });
      await answers.getByRole("button", { name: "Prompts 2,000" }).click();
      await rowOf(page, "Question number 2").first().waitFor();
      expect(await rowOf(page, "ls /srv/").count()).toBe(0);
      await page.waitForURL(/kinds=user/);
      await page.getByText("$9.00").first().waitFor();
    });
  });
});
