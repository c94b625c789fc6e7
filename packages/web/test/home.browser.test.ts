import { beforeAll, describe, expect, inject, test } from "vitest";
import { hasBrowser } from "./browser.js";
import { newName } from "./item-forms.js";
import { invite, looksRight, openAs, type Person } from "./people.js";
import { MAX_SHIFT, watchShifts } from "./shifts.js";
import { createSender, ingest, newSessionId, turn } from "./transcripts.js";

const url = inject("webServer") ?? "";
const PROMPT = { version: "1.0.0", description: "d", category: "general", template: "Say {{ word }}." };

interface World {
  readonly maya: Person;
  readonly mate: Person;
  readonly updated: string;
  readonly rejected: string;
}

/** Someone with a session, an outdated install, a rejected submission and a teammate who rated something. */
async function createWorld(): Promise<World> {
  const [maya, mate] = [await invite("maya"), await invite("ru")];
  const admin = await createSender(url);
  const [asMaya, asMate] = [await createSender(url, maya), await createSender(url, mate)];
  const { id: team } = await asMaya("/teams", { name: newName("Payments") });
  await asMaya(`/teams/${team}/members`, { user_id: mate.id });

  const [updated, rejected] = [newName("warehouse"), newName("gateway-docs")];
  const { id = "" } = await admin("/prompts", { name: updated, ...PROMPT });
  await admin(`/review/${id}/approve`, {});
  await asMaya(`/prompts/${id}/install`, { harness: "claude-code" });
  await admin(`/prompts/${id}/versions`, { version: "1.1.0", description: "d", changelog: "Row limit raised" });
  await admin(`/review/${id}/approve`, {});
  await asMate("/feedback", { listing_id: id, listing_type: "prompt", rating: 5, comment: "Finally clear" });

  const { id: sent } = await asMaya("/prompts", { name: rejected, ...PROMPT });
  await admin(`/review/${sent}/reject`, { reason: "Pin the download, please" });
  await asMaya("/prompts", { name: newName("unread"), ...PROMPT });
  await ingest(asMaya, newSessionId(), turn(1, { fails: true }));
  return { maya, mate, updated, rejected };
}

describe.skipIf(!hasBrowser)("the home page", () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });

  test.each([1280, 360])("says what waits, how the week was and what is new, %i px wide", async (width) => {
    const { maya, updated, rejected } = world;
    const page = await openAs(maya, width);
    const shifted = await watchShifts(page);
    await page.goto("/");
    const waiting = page.getByRole("region", { name: "Waiting for you" });
    await waiting.getByText(`Your ${rejected} 1.0.0 was rejected`).waitFor();
    await waiting.getByText("Pin the download, please").waitFor();
    await waiting.getByText(`${updated} 1.1.0 replaces your 1.0.0`).waitFor();
    await waiting.getByText("Row limit raised").waitFor();
    // She can do nothing about it, so it is not counted.
    await waiting.getByText("1 of your submissions waits for a reviewer.").waitFor();
    expect(await waiting.locator("header").innerText()).toMatch(/Waiting for you\s+2\s/);
    await page.getByRole("region", { name: "Your sessions" }).getByText("Question number 1").waitFor();
    const week = page.getByRole("region", { name: "Your week" });
    expect(await week.getByRole("definition").allInnerTexts()).toEqual(["1", expect.stringMatching(/^\$/), "100.0%"]);
    await page.getByRole("region", { name: "Your teams" }).getByText("Finally clear").waitFor();
    await page.getByRole("region", { name: "New in the registry" }).getByRole("link").first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await shifted()).toBeLessThan(MAX_SHIFT);
    await looksRight(page);
  });

  test("leads from what waits to where it is dealt with", async () => {
    const { maya, rejected } = world;
    const page = await openAs(maya);
    await page.goto("/");
    await page.getByRole("link", { name: `Fix ${rejected}` }).click();
    await page.waitForURL(`**/registry/prompts/${maya.username}/${rejected}`);
  });

  test("stops reporting updates of what is not used any more", async () => {
    const { maya, updated } = world;
    const page = await openAs(maya);
    await page.goto("/");
    const row = page.getByRole("listitem").filter({ hasText: `${updated} 1.1.0 replaces` });
    await row.getByRole("button", { name: `No longer report updates of ${updated}` }).click();
    await row.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("region", { name: "Waiting for you" }).waitFor();
    expect(await row.count()).toBe(0);
  });
});
