import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, openPage, signIn } from "./browser.js";
import {
  approve,
  field,
  fillCommon,
  newName,
  openReview,
  openSignedIn,
  optional,
  press,
  submit,
} from "./item-forms.js";
import { createSender } from "./transcripts.js";

const url = inject("webServer") ?? "";

const manage = async (page: Page, entry: string): Promise<void> => {
  await press(page, "Manage");
  await page.getByRole("menuitem", { name: entry }).click();
};

describe.skipIf(!hasBrowser)("an MCP server", () => {
  test("is a draft first, submitted later, gets a further version, a name, co-authors and marks", async () => {
    const page = await openSignedIn(url);
    const name = newName("form-mcp");
    await fillCommon(page, "mcps", name);
    await press(page, "Save as draft");
    await page.getByText(`Saved ${name} as a draft.`).first().waitFor();

    await page.getByRole("link", { name: "Edit" }).click();
    await press(page, "Submit for review");
    await page
      .getByRole("alert")
      .getByText(/is missing a source/)
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
    await optional(page, "Changelog").fill("A newer server.");
    await optional(page, "Arguments").fill("-y\n@acme/tickets-mcp@1.5.0");
    expect(await axeFindings(page)).toEqual([]);
    await press(page, "Release for review");
    await page.getByText("Version 1.0.1 is waiting for review.").first().waitFor();

    // It can be edited until it is approved.
    await page.getByRole("link", { name: "New version" }).click();
    await page.getByRole("link", { name: "Edit that version instead" }).click();
    expect(await optional(page, "Arguments").inputValue()).toContain("1.5.0");
    await page.getByText("Discoverability").click();
    await optional(page, "Changelog").fill("A newer and faster server.");
    await press(page, "Save changes");
    await page.getByText("Changes saved. It is waiting for review.").first().waitFor();
    await approve(page, name, "1.0.1");

    await page.goto(`/registry/mcps/ada/${name}`);
    await manage(page, "Rename");
    const dialog = page.getByRole("dialog");
    const renamed = newName("form-renamed");
    await dialog.getByLabel("New name").fill(renamed);
    await dialog.getByRole("button", { name: "Rename" }).click();
    await page.waitForURL(`**/registry/mcps/ada/${renamed}`);
    await page.getByRole("heading", { level: 1, name: renamed }).waitFor();

    await manage(page, "Co-authors");
    await dialog.getByLabel("Email or username").fill("mara");
    await dialog.getByRole("button", { name: "Add" }).click();
    await dialog.getByRole("button", { name: "Remove mara" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Remove mara" }).click();
    await dialog.getByText("No co-authors yet.").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();

    await page.getByRole("tab", { name: "Versions" }).click();
    await page.getByRole("cell", { name: "A newer and faster server." }).waitFor();
    for (const [version, mark, label] of [
      ["1.0.0", "Deprecate", "Reason or replacement"],
      ["1.0.1", "Yank", "Reason"],
    ] as const) {
      await press(page, `Actions for ${version}`);
      await page.getByRole("menuitem", { name: mark }).click();
      await dialog.getByLabel(label).fill("It forgets tickets.");
      await dialog.getByRole("button", { name: mark }).click();
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
    await dialog.getByRole("button", { name: "Transfer", exact: true }).click();
    await page.waitForURL(`**/registry/mcps/mara/${renamed}`);
  });

  test("that was deprecated and yanked by mistake is as it was before", async () => {
    const send = await createSender(url);
    const name = newName("form-marked");
    const server = { description: "d", category: "general", command: "npx", args: ["-y", "@acme/tickets-mcp@1.4.0"] };
    const { id } = await send("/mcps", { name, version: "1.0.0", ...server });
    await send(`/review/${id}/approve`, {});
    const page = await openSignedIn(url);
    await page.goto(`/registry/mcps/ada/${name}?tab=versions`);
    const dialog = page.getByRole("dialog");
    const row = page.getByRole("row", { name: /1\.0\.0/ });
    const change = async (entry: string): Promise<void> => {
      await press(page, "Actions for 1.0.0");
      await page.getByRole("menuitem", { name: entry }).click();
    };
    for (const { mark, badge, undo, asked, done } of [
      {
        mark: "Deprecate",
        badge: "deprecated",
        undo: "Undeprecate",
        asked: `Undeprecate ${name} 1.0.0?`,
        done: "1.0.0 is no longer deprecated.",
      },
      {
        mark: "Yank",
        badge: "yanked",
        undo: "Unyank",
        asked: `Unyank ${name} 1.0.0?`,
        done: "1.0.0 can be installed again.",
      },
    ]) {
      await change(mark);
      await dialog.getByRole("textbox").fill("It forgets tickets.");
      await dialog.getByRole("button", { name: mark }).click();
      await row.getByText(badge, { exact: true }).waitFor();
      await change(undo);
      await page.getByRole("dialog", { name: asked }).getByRole("button", { name: undo }).click();
      await page.getByText(done).first().waitFor();
      await row.getByText(badge, { exact: true }).waitFor({ state: "detached" });
    }
    // Other users can find and install it.
    await page.goto(`/registry?q=${name}`);
    await page.getByRole("link", { name: new RegExp(name) }).click();
    await press(page, "Show files");
    await page.getByRole("region", { name: "Install" }).locator("figure").first().waitFor();
    expect(await page.getByText("It forgets tickets.").count()).toBe(0);
  });

  test("that is rejected shows why above its form", async () => {
    const page = await openSignedIn(url);
    const name = newName("form-rejected");
    await fillCommon(page, "mcps", name);
    await optional(page, "URL").fill("https://mcp.example.com/sse");
    await submit(page, name);
    await openReview(page, name);
    await press(page, "Reject");
    const dialog = page.getByRole("dialog", { name: `Reject ${name}?` });
    await dialog.getByLabel("Reason").fill("Say what it is for.");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await page.getByText(`Rejected ${name}.`).first().waitFor();
    await page.goto(`/registry/mcps/ada/${name}/edit`);
    await page.getByText("Say what it is for.").waitFor();
    await field(page, "Description").fill("Tickets, for support.");
    await submit(page, name);
  });

  test("that is being edited is locked for others, who see by whom, until the editor leaves", async () => {
    const send = await createSender(url);
    const name = newName("form-locked");
    const other = { email: `${name}@example.com`, name: "Other", password: "Tack-room-2026!" };
    await send("/admin/users", other);
    await send("/mcps/draft", { name });
    await send(`/mcps/${encodeURIComponent(`ada/${name}`)}/co-authors`, { email: other.email });
    const page = await openSignedIn(url);
    await page.goto(`/registry/mcps/ada/${name}/edit`);
    await field(page, "Name").waitFor();
    const theirs = await openPage(url);
    await signIn(theirs, other);
    await theirs.goto(`/registry/mcps/ada/${name}/edit`);
    await theirs.getByText(new RegExp(`ada/${name} is locked for editing by ada until \\d`)).waitFor();
    await page.getByRole("link", { name: "Teams", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor();
    await page.waitForLoadState("networkidle");
    await press(theirs, "Try again");
    await field(theirs, "Name").waitFor();
    // Closing the page releases the lock too.
    await theirs.goto("about:blank");
    await page.goto(`/registry/mcps/ada/${name}/edit`);
    await field(page, "Name").waitFor();
  });
});
