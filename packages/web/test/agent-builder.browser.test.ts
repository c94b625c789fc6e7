import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { choose, hasBrowser, openPage, signIn } from "./browser.js";
import { approve } from "./item-forms.js";

const url = inject("webServer") ?? "";
const run = Date.now().toString(36);
const HARNESSES = { "claude-code": "Claude Code", codex: "Codex CLI", cursor: "Cursor" } as const;

/** All displayed files by path. */
async function filesIn(place: Locator): Promise<Record<string, string>> {
  const figures = await place.locator("figure").all();
  const files = figures.map(async (figure) => [
    await figure.locator("figcaption span").first().innerText(),
    await figure.locator("pre").innerText(),
  ]);
  return Object.fromEntries(await Promise.all(files)) as Record<string, string>;
}

const column = (page: Page, name: string): Locator => page.getByRole("region", { name: `Files for ${name}` });
const components = (page: Page): Locator => page.getByRole("list", { name: "Components", exact: true });
const picker = (page: Page): Locator => page.getByRole("combobox", { name: "Add a component" });

async function filesOfInstall(page: Page, label: string): Promise<Record<string, string>> {
  const panel = page.getByRole("region", { name: "Install" });
  await choose(panel.getByRole("combobox", { name: "Harness" }), label);
  const show = panel.getByRole("button", { name: "Show files" });
  if (await show.isVisible()) await show.click();
  await panel.locator("figure").first().waitFor();
  return filesIn(panel);
}

describe.skipIf(!hasBrowser)("an agent", () => {
  test("is built from a skill and an MCP server, and installs as its author saw it", async () => {
    const name = `journey-agent-${run}`;
    const page = await openPage(url, { viewport: { width: 1680, height: 950 } });
    await signIn(page);
    await page.goto("/registry/skills/mara/careful-migrations");
    await page.getByRole("link", { name: "Use in an agent" }).click();
    await page.getByRole("heading", { level: 1, name: "Build an agent" }).waitFor();
    await components(page).getByText("careful-migrations").waitFor();

    // Typed and entered without waiting for the results.
    await picker(page).focus();
    await page.keyboard.type("tickets");
    await page.keyboard.press("Enter");
    await components(page).getByText("tickets", { exact: true }).waitFor();
    expect(await components(page).getByRole("listitem").count()).toBe(2);

    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Description", { exact: true }).fill("Looks at migrations and files tickets");
    await page.getByLabel("Instructions").fill("Read the migration. File a ticket for each risk.");
    const seen: Record<string, Record<string, string>> = {};
    for (const [harness, label] of Object.entries(HARNESSES)) {
      await column(page, label).getByText("File a ticket for each risk.").waitFor();
      seen[harness] = await filesIn(column(page, label));
    }
    expect(Object.keys(seen["claude-code"] ?? {})).toEqual(
      expect.arrayContaining([`.claude/agents/${name}.md`, ".claude/skills/careful-migrations/SKILL.md", ".mcp.json"]),
    );
    expect(Object.keys(seen["codex"] ?? {})).toContain(`.codex/agents/${name}.toml`);
    expect(Object.keys(seen["cursor"] ?? {})).toContain(".cursor/mcp.json");

    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await approve(page, name, "1.0.0");
    const answered = page.waitForResponse((response) => response.url().endsWith(`/api/v1/agents/ada%2F${name}`));
    await page.goto(`/registry/agents/ada/${name}`);
    const { id } = (await (await answered).json()) as { id: string };
    for (const [harness, label] of Object.entries(HARNESSES)) {
      const shown = JSON.stringify(seen[harness]).replaceAll("id-given-when-submitted", id);
      expect(await filesOfInstall(page, label), harness).toEqual(JSON.parse(shown));
    }
  });

  test("is saved as a draft, changed, approved, and gets a further version", async () => {
    const name = `journey-draft-${run}`;
    const page = await openPage(url, { viewport: { width: 1680, height: 950 } });
    await signIn(page);
    await page.goto("/registry/submit/agents");
    await page.getByLabel("Name", { exact: true }).fill("Not a name");
    await page.getByLabel("Description", { exact: true }).fill("Explains");
    await page.getByText("Must be a name of lowercase letters, digits, - and _").waitFor();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await picker(page).fill("explain-like");
    await picker(page).press("Enter");
    await components(page).getByText("explain-like-a-colleague").waitFor();
    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.getByText(`Saved ${name} as a draft`).first().waitFor();

    await page.getByRole("link", { name: "Edit" }).click();
    await components(page).getByText("explain-like-a-colleague").waitFor();
    expect(await page.getByLabel("Version of explain-like-a-colleague").locator("option").first().innerText()).toBe(
      "1.0.0 (pinned)",
    );
    await page.getByLabel("Instructions").fill("Explain it to a newcomer.");
    await column(page, "Cursor").getByText("Explain it to a newcomer.").waitFor();
    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.getByText(`${name} is waiting for review`).first().waitFor();
    await approve(page, name, "1.0.0");

    await page.goto(`/registry/agents/ada/${name}/edit`);
    await components(page).getByText("explain-like-a-colleague").waitFor();
    await page.getByRole("button", { name: "Remove explain-like-a-colleague" }).click();
    await page.getByLabel("Changelog").fill("Speaks for itself.");
    await page.getByRole("button", { name: "Release for review" }).click();
    await page.getByText("Version 1.0.1 is waiting for review").first().waitFor();

    // The pending version is edited, instead of creating a third one.
    await page.goto(`/registry/agents/ada/${name}/edit?version=1.0.1`);
    expect(await page.getByLabel("Instructions").inputValue()).toBe("Explain it to a newcomer.");
    expect(await components(page).count()).toBe(0);
    await page.getByLabel("Model", { exact: true }).fill("fast");
    await column(page, "Cursor").getByText("model: fast").waitFor();
    await page.getByRole("button", { name: "Save changes" }).click();
    await page.getByText("Changes saved").first().waitFor();
  });

  test("says what a harness lacks, and its components move, are pinned and go without a mouse", async () => {
    const page = await openPage(url, { viewport: { width: 1680, height: 950 } });
    await signIn(page);
    await page.goto("/registry/submit/agents");
    await picker(page).focus();
    for (const word of ["no-force-push", "node-offline"]) {
      await page.keyboard.type(word);
      await page.keyboard.press("Enter");
      await components(page).getByText(word).waitFor();
    }
    await page.getByRole("region", { name: "Harness preview" }).getByRole("checkbox", { name: "Zed" }).focus();
    await page.keyboard.press("Space");
    await column(page, "Zed")
      .getByText(/Zed does not support hooks. The hook "no-force-push"/)
      .waitFor();

    await page.getByRole("button", { name: "Remove node-offline" }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.getByText("Moved to position 1 of 2.").waitFor();
    expect(await components(page).getByRole("link").allInnerTexts()).toEqual(["node-offline", "no-force-push"]);
    await page.getByLabel("Version of no-force-push").selectOption("1.0.0");
    await page.getByRole("button", { name: "Remove node-offline" }).press("Enter");
    await components(page).getByText("node-offline").waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Remove no-force-push");
    await page.keyboard.press("Enter");
    await components(page).waitFor({ state: "detached" });
    expect(await picker(page).evaluate((input) => input === document.activeElement)).toBe(true);
  });

  test("wants a component otherwise, and shows at a component why the server refuses it", async () => {
    const name = `journey-override-${run}`;
    const page = await openPage(url, { viewport: { width: 1680, height: 950 } });
    await signIn(page);
    await page.goto("/registry/submit/agents?with=mcps:tomas/tickets,skills:mara/never-written");
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByLabel("Description", { exact: true }).fill("Files tickets");
    await page.getByLabel("Instructions").fill("File a ticket.");
    const row = components(page).getByRole("listitem").filter({ hasText: "tickets" });
    await row.getByText("Settings in this agent").click();
    const settings = row.getByLabel("Settings of tickets");
    await settings.fill('{"local_name": ');
    await settings.blur();
    await row.getByText("Invalid JSON").waitFor();
    await settings.fill('{"local_name": "desk"}');
    await row.getByText("Invalid JSON").waitFor({ state: "detached" });
    await column(page, "Claude Code").getByText('"desk"').first().waitFor();

    await page.getByRole("button", { name: "Submit for review" }).click();
    const refused = components(page).getByRole("listitem").filter({ hasText: "mara/never-written" });
    await refused.getByText("The skill was not found. Check the ID, or submit it first.").waitFor();
    await page.getByText("Fix the highlighted fields.").waitFor();
    expect(await refused.evaluate((element) => element === document.activeElement)).toBe(true);

    await refused.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("button", { name: "Submit for review" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.goto(`/registry/agents/ada/${name}/edit`);
    expect(await page.getByLabel("Settings of tickets").inputValue()).toBe('{\n  "local_name": "desk"\n}');
  });
});
