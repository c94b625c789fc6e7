import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { field, newName, openSignedIn, press } from "./item-forms.js";
import { createSender, ingest, newSessionId, turn } from "./transcripts.js";

const url = inject("webServer") ?? "";

/** An agent of the admin with one session of a version. */
async function judgedAgent(version: string): Promise<{ path: string; id: string; session: string }> {
  const send = await createSender(url);
  const name = newName("judged");
  const { id = "" } = await send("/agents/draft", { name });
  const session = newSessionId();
  const lines = [...turn(1, { fails: true }), ...turn(2), ...turn(3), ...turn(4)];
  await ingest(send, session, lines, { agent: { id, version } });
  return { path: `/registry/agents/ada/${name}`, id, session };
}

describe.skipIf(!hasBrowser)("a scorecard", () => {
  test("shows what is known, says why the rest is not, and leads to the sessions", async () => {
    const { path, session } = await judgedAgent("2.0.0");
    const page = await openSignedIn(url);
    await page.goto(`${path}?tab=scorecard`);
    const failures = page.getByRole("meter", { name: "Tool failures" });
    await failures.waitFor();
    expect(await failures.getAttribute("aria-valuenow")).toBe("75");
    // Nobody has rated a session, which is not the same as a bad rating.
    expect(await page.getByRole("meter", { name: "Goal completion" }).count()).toBe(0);
    await page.getByText("No score").first().waitFor();

    await page.getByRole("button", { name: "Show version 2.0.0" }).click();
    await page.waitForURL(/version=2\.0\.0/);
    const sessions = page.getByRole("table", { name: "Sessions behind the scores" });
    await sessions.getByText("1 failed").waitFor();
    await field(page, "Day").selectOption({ index: 1 });
    await page.waitForURL(/day=\d{4}-\d\d-\d\d/);
    await sessions.getByRole("link", { name: session }).click();
    await page.waitForURL(`**/sessions/${session}?*`);
    await page.getByRole("region", { name: "Trace" }).getByRole("article").first().waitFor();
  });

  test("is only for those who own the agent", async () => {
    const username = newName("guest");
    const person = { username, name: "Guest", email: `${username}@example.com`, password: "Tack-room-2026!" };
    await (
      await createSender(url)
    )("/admin/users", person);
    const page = await openPage(url);
    await signIn(page, person);
    await page.goto("/registry/agents/mara/backend-reviewer?tab=scorecard");
    await page.getByRole("tab", { name: "About" }).waitFor();
    expect(await page.getByRole("tab", { name: /Scorecard|Canaries/ }).count()).toBe(0);
  });
});

describe.skipIf(!hasBrowser)("scorecard weights", () => {
  test("are saved only together as 1, and reset", async () => {
    const page = await openSignedIn(url);
    await page.goto("/admin/weights");
    const save = page.getByRole("button", { name: "Save weights" });
    await field(page, "Goal completion").fill("0.3");
    await page.getByText("reduce them by 0.02").waitFor();
    expect(await save.isDisabled()).toBe(true);
    await field(page, "Tool failures").fill("");
    await page.getByText("Enter a number from 0 to 1.", { exact: true }).waitFor();
    await field(page, "Tool failures").fill("0.11");
    await page.getByText("Sum: 1", { exact: true }).waitFor();
    const [request] = await Promise.all([
      page.waitForRequest((each) => each.method() === "PUT" && each.url().endsWith("/admin/weights")),
      save.click(),
    ]);
    expect(request.postDataJSON()).toEqual({ goal_completion: 0.3, tool_failures: 0.11 });
    await page.getByText("Weights saved.").first().waitFor();
    await page.getByText("changed", { exact: true }).first().waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await press(page, "Reset to defaults");
    await save.click();
    await expect.poll(() => page.getByText("changed", { exact: true }).count()).toBe(0);
    expect(await page.getByLabel("Goal completion").inputValue()).toBe("0.28");
  });
});

describe.skipIf(!hasBrowser)("canaries", () => {
  test("are created, found in a session, and deleted", async () => {
    const { path, id } = await judgedAgent("1.0.0");
    const page = await openSignedIn(url);
    await page.goto(`${path}?tab=canaries`);
    await page.getByText("No canaries").waitFor();
    await press(page, "Create a canary");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Planted in").selectOption("context");
    await dialog.getByText("You plant it yourself").waitFor();
    await dialog.getByLabel("Value").fill("short");
    await dialog.getByRole("button", { name: "Create canary" }).click();
    await dialog.getByText("Enter at least 8 characters, or nothing.").waitFor();
    await dialog.getByLabel("Value").fill("Zorbinax Ltd");
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create canary" }).click();
    const active = page.getByRole("table", { name: "Active canaries" });
    await active.getByText("Zorbinax Ltd").waitFor();

    // Hidden unless asked for.
    await page.reload();
    await active.getByRole("button", { name: "Show the value" }).waitFor();
    expect(await active.getByText("Zorbinax Ltd").count()).toBe(0);
    await active.getByRole("button", { name: "Show the value" }).click();
    await active.getByText("Zorbinax Ltd").waitFor();

    const session = newSessionId();
    const answer = { type: "text", text: "You should ask Zorbinax Ltd about that." };
    const message = { id: "m1", role: "assistant", model: "claude-sonnet-4-5", content: [answer] };
    const line = JSON.stringify({ type: "assistant", timestamp: new Date().toISOString(), message });
    await ingest(await createSender(url), session, [line], { agent: { id, version: "1.0.0" }, final: true });
    const reports = page.getByRole("table", { name: "Canary reports" });
    // Judged as lines arrive.
    await page.reload();
    await reports.getByText("Parroted").waitFor();
    await reports.getByText("penalty 1").waitFor();
    await reports.getByRole("link", { name: session }).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await active.getByRole("button", { name: "Delete the name in context canary" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete canary" }).click();
    await page.getByText("No canaries").waitFor();
    await reports.getByText("Parroted").waitFor();
  });
});
