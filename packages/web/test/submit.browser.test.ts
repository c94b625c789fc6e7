import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { createSender } from "./transcripts.js";

const url = inject("webServer") ?? "";
let count = 0;
/** What no earlier run on the same server has submitted. */
const newName = (prefix: string): string => `${prefix}-${Date.now().toString(36)}-${++count}`;

const skillMd = (name: string): string =>
  `---\nname: ${name}\ndescription: Looks twice before it leaps\n---\n# Steps\n\n1. Look.\n2. Look again.\n`;

async function open(): Promise<Page> {
  const page = await openPage(url);
  await signIn(page);
  return page;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const optional = (page: Page, label: string) => field(page, `${label} (optional)`);
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

async function fillCommon(page: Page, type: string, name: string): Promise<void> {
  await page.goto(`/registry/submit/${type}`);
  const named = page.getByLabel(/^Name( \(optional\))?$/);
  await named.fill(name);
  await page.getByLabel(/^Description( \(optional\))?$/).fill(`What **${name}** does`);
}

async function submit(page: Page, name: string): Promise<void> {
  await press(page, "Submit for review");
  await page.getByText(`${name} waits for a review.`).first().waitFor();
  await page.getByRole("heading", { level: 1, name }).waitFor();
}

async function approve(page: Page, name: string, version: string): Promise<void> {
  await page.goto("/review");
  await page.getByRole("link", { name: new RegExp(name) }).click();
  await page.getByRole("heading", { level: 1, name: `Review ${name}` }).waitFor();
  await page.keyboard.press("a");
  await page.getByText(`${name} ${version} is approved.`).first().waitFor();
}

const manage = async (page: Page, entry: string): Promise<void> => {
  await press(page, "Manage");
  await page.getByRole("menuitem", { name: entry }).click();
};

describe.skipIf(!hasBrowser)("submitting by a form", () => {
  test("a skill says at its field what is wrong, keeps what was typed, and is found once it is approved", async () => {
    const page = await open();
    const name = newName("form-skill");
    await page.goto("/registry");
    await page.getByRole("link", { name: "Submit" }).click();
    await page.getByRole("link", { name: /^Skill/ }).click();
    await page.getByLabel(/choose one/).setInputFiles({
      name: "SKILL.md",
      mimeType: "text/markdown",
      buffer: Buffer.from(skillMd("No-Good")),
    });
    await page.getByText("SKILL.md is in the form now.").first().waitFor();
    expect(await optional(page, "Name").inputValue()).toBe("No-Good");
    await optional(page, "Name").fill(name);

    // Nothing is said before the field is left, and then at every stroke.
    const version = field(page, "Version");
    await version.fill("1.0");
    expect(await version.getAttribute("aria-invalid")).toBeNull();
    await version.blur();
    await page.getByText("Give a semantic version").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await version.fill("1.0.0");
    await page.getByText("Give a semantic version").waitFor({ state: "detached" });

    // What only the server knows comes back to its field too.
    await press(page, "Submit for review");
    const text = optional(page, "SKILL.md");
    await page.getByText("The front matter needs a name of 1 to 64 lower-case letters").waitFor();
    expect(await text.getAttribute("aria-invalid")).toBe("true");
    expect(await text.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await optional(page, "Name").inputValue()).toBe(name);
    await text.fill(skillMd(name));
    expect(await text.getAttribute("aria-invalid")).toBeNull();
    await page.getByRole("region", { name: "Preview of SKILL.md" }).getByText("Look again.").waitFor();
    await submit(page, name);

    await approve(page, name, "1.0.0");
    await page.goto(`/registry?q=${name}`);
    await page.getByRole("link", { name: new RegExp(name) }).waitFor();
  });

  test("asks before typed text is lost", async () => {
    const page = await open();
    await fillCommon(page, "prompts", newName("form-lost"));
    await page.getByRole("link", { name: "Discover" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Stay here" }).click();
    expect(await field(page, "Name").inputValue()).toMatch(/^form-lost/);
    await page.getByRole("link", { name: "Discover" }).click();
    await dialog.getByRole("button", { name: "Leave and lose it" }).click();
    await page.getByRole("heading", { level: 1, name: "Discover" }).waitFor();
  });

  test("a name that is taken is told at the name", async () => {
    const page = await open();
    const name = newName("form-taken");
    for (const attempt of [1, 2]) {
      await fillCommon(page, "prompts", name);
      await field(page, "Template").fill("Say {{ word }}.");
      if (attempt === 1) await submit(page, name);
      else await press(page, "Submit for review");
    }
    await page.getByRole("alert").waitFor();
    expect(await field(page, "Name").getAttribute("aria-invalid")).toBe("true");
    await page.goto("/");
  });

  test("a hook, with a command and a timeout", async () => {
    const page = await open();
    const name = newName("form-hook");
    await fillCommon(page, "hooks", name);
    await press(page, "Submit for review");
    await page.getByText("Say what the hook runs").first().waitFor();
    await field(page, "Event").selectOption("Stop");
    await optional(page, "Command").fill("echo done");
    await optional(page, "Longest run, in seconds").fill("10");
    await submit(page, name);
    await page.getByText('"timeout": 10').waitFor();
  });

  test("a prompt, with a variable in a row that can be removed again", async () => {
    const page = await open();
    const name = newName("form-prompt");
    await fillCommon(page, "prompts", name);
    await field(page, "Category").selectOption("debugging");
    await field(page, "Template").fill("Explain {{ topic }}.");
    await press(page, "Add variable");
    await press(page, "Add variable");
    await page.getByRole("group", { name: "variable 1" }).getByLabel("Name").fill("topic");
    await press(page, "Submit for review");
    await page.getByRole("group", { name: "variable 2" }).getByText("This is needed.").waitFor();
    await press(page, "Remove variable 2");
    await optional(page, "Hints for models").fill("{temperature: 1}");
    await optional(page, "Hints for models").blur();
    await page.getByText("This is not JSON yet").waitFor();
    await optional(page, "Hints for models").fill('{"temperature": 1}');
    await submit(page, name);
    await page.getByRole("cell", { name: "topic" }).waitFor();
  });

  test("a sandbox, with what its runtime needs", async () => {
    const page = await open();
    const name = newName("form-sandbox");
    await fillCommon(page, "sandboxes", name);
    await press(page, "Submit for review");
    const image = field(page, "Image");
    expect(await image.getAttribute("aria-invalid")).toBe("true");
    await image.fill("ghcr.io/acme/node:22");
    await optional(page, "Memory").fill("512m");
    await submit(page, name);
    await page.getByText('"memory": "512m"').waitFor();
  });
});

describe.skipIf(!hasBrowser)("an MCP server", () => {
  test("is a draft first, submitted later, gets a further version, a name, co-authors and marks", async () => {
    const page = await open();
    const name = newName("form-mcp");
    await fillCommon(page, "mcps", name);
    await press(page, "Save as draft");
    await page.getByText(`${name} is saved as a draft.`).first().waitFor();

    await page.getByRole("link", { name: "Edit" }).click();
    await press(page, "Submit for review");
    await page
      .getByRole("alert")
      .getByText(/still lacks a source/)
      .waitFor();
    await optional(page, "Command").fill("npx");
    await optional(page, "Arguments").fill("-y\n@acme/tickets-mcp@1.4.0");
    await press(page, "Add variable");
    await page.getByRole("group", { name: "variable 1" }).getByLabel("Name").fill("TICKETS_TOKEN");
    await submit(page, name);
    await approve(page, name, "1.0.0");

    await page.goto(`/registry/mcps/ada/${name}`);
    await page.getByRole("link", { name: "New version" }).click();
    expect(await field(page, "Version").inputValue()).toBe("1.0.1");
    await optional(page, "What changed").fill("A newer server.");
    await optional(page, "Arguments").fill("-y\n@acme/tickets-mcp@1.5.0");
    expect(await axeFindings(page)).toEqual([]);
    await press(page, "Release for review");
    await page.getByText("Version 1.0.1 waits for a review.").first().waitFor();

    // Until it is approved it can be changed.
    await page.getByRole("link", { name: "New version" }).click();
    await page.getByRole("link", { name: "Change that one instead" }).click();
    expect(await optional(page, "Arguments").inputValue()).toContain("1.5.0");
    await page.getByText("Help others to find it").click();
    await optional(page, "What changed").fill("A newer and faster server.");
    await press(page, "Save the changes");
    await page.getByText("The changes are saved. It waits for its review.").first().waitFor();
    await approve(page, name, "1.0.1");

    await page.goto(`/registry/mcps/ada/${name}`);
    await manage(page, "Rename");
    const dialog = page.getByRole("dialog");
    const renamed = newName("form-renamed");
    await dialog.getByLabel("New name").fill(renamed);
    await dialog.getByRole("button", { name: "Rename it" }).click();
    await page.waitForURL(`**/registry/mcps/ada/${renamed}`);
    await page.getByRole("heading", { level: 1, name: renamed }).waitFor();

    await manage(page, "Co-authors");
    await dialog.getByLabel("Email or username").fill("mara");
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByRole("button", { name: "Remove mara" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Remove mara" }).click();
    await dialog.getByText("Nobody but its owner yet.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();

    await page.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("cell", { name: "A newer and faster server." }).waitFor();
    for (const [version, mark, label] of [
      ["1.0.0", "Deprecate", "What to use instead, or why"],
      ["1.0.1", "Yank", "Reason"],
    ] as const) {
      await press(page, `Change ${version}`);
      await page.getByRole("menuitem", { name: mark }).click();
      await dialog.getByLabel(label).fill("It forgets tickets.");
      await dialog.getByRole("button", { name: `${mark} it` }).click();
      await dialog.waitFor({ state: "detached" });
    }
    await page
      .getByRole("row", { name: /1\.0\.0/ })
      .getByText("deprecated", { exact: true })
      .waitFor();
    await page
      .getByRole("row", { name: /1\.0\.1/ })
      .getByText("yanked", { exact: true })
      .waitFor();

    await manage(page, "Transfer ownership");
    await dialog.getByLabel("New owner").fill("mara");
    await dialog.getByRole("button", { name: "Hand it over" }).click();
    await page.waitForURL(`**/registry/mcps/mara/${renamed}`);
  });

  test("that is rejected shows why above its form", async () => {
    const page = await open();
    const name = newName("form-rejected");
    await fillCommon(page, "mcps", name);
    await optional(page, "Address").fill("https://mcp.example.com/sse");
    await submit(page, name);
    await page.goto("/review");
    await page.getByRole("link", { name: new RegExp(name) }).click();
    await page.getByRole("heading", { level: 1, name: `Review ${name}` }).waitFor();
    await page.keyboard.press("r");
    await page.getByLabel("Reason").fill("Say what it is for.");
    await press(page, "Reject it");
    await page.getByText(`${name} is rejected.`).first().waitFor();
    await page.goto(`/registry/mcps/ada/${name}/edit`);
    await page.getByText("Say what it is for.").waitFor();
    await field(page, "Description").fill("Tickets, for support.");
    await submit(page, name);
  });

  test("that someone edits is kept from others, who are told by whom, until they leave", async () => {
    const send = await createSender(url);
    const name = newName("form-locked");
    const other = { email: `${name}@example.com`, name: "Other", password: "Tack-room-2026!" };
    await send("/admin/users", other);
    await send("/mcps/draft", { name });
    await send(`/mcps/${encodeURIComponent(`ada/${name}`)}/co-authors`, { email: other.email });
    const page = await open();
    await page.goto(`/registry/mcps/ada/${name}/edit`);
    await field(page, "Name").waitFor();
    const theirs = await openPage(url);
    await signIn(theirs, other);
    await theirs.goto(`/registry/mcps/ada/${name}/edit`);
    await theirs.getByText(new RegExp(`ada is editing ada/${name} until \\d`)).waitFor();
    await page.getByRole("link", { name: "Discover" }).click();
    await page.getByRole("heading", { level: 1, name: "Discover" }).waitFor();
    await page.waitForLoadState("networkidle");
    await press(theirs, "Try again");
    await field(theirs, "Name").waitFor();
    // Also a page that is closed lets it go.
    await theirs.goto("about:blank");
    await page.goto(`/registry/mcps/ada/${name}/edit`);
    await field(page, "Name").waitFor();
  });
});
