import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings, COLOURS } from "./axe.js";
import { hasBrowser, openPage, settled, signIn, widerThanScreen } from "./browser.js";
import { confirmApproval, newName, openReview, openSignedIn } from "./item-forms.js";
import type { SignIn } from "./start-server.js";
import { createSender, type Send } from "./transcripts.js";

const url = inject("webServer") ?? "";

/** Someone new who submits things, and what they do through the API. */
async function registerAuthor(): Promise<SignIn & { readonly username: string; readonly send: Send }> {
  const username = newName("author");
  const person = { username, name: "An author", email: `${username}@example.com`, password: "Tack-room-2026!" };
  await (
    await createSender(url)
  )("/admin/users", person);
  return { ...person, send: await createSender(url, person) };
}

const skill = (name: string, version: string, tools: string, step: string) => ({
  name,
  version,
  description: "Writes migrations",
  task_type: "code-review",
  delivery_mode: "registry_direct",
  skill_md_content: `---\nname: ${name}\ndescription: Writes migrations\nallowed-tools: ${tools}\n---\n\n# Steps\n\n${step}\n`,
});

async function expectSound(page: Page): Promise<void> {
  await settled(page);
  expect(await widerThanScreen(page)).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  await settled(page);
  expect(await axeFindings(page, COLOURS)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

describe.skipIf(!hasBrowser)("a review", () => {
  test.each([
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ])("goes from a comment on a line to an approval at $width px", async (viewport) => {
    const author = await registerAuthor();
    const name = newName("journey");
    const first = skill(name, "1.0.0", "Read", "1. Read the schema.");
    const { id = "" } = await author.send("/skills", first);
    await (
      await createSender(url)
    )(`/review/${id}/approve`, {});
    const { skill_md_content: asking } = skill(name, "1.0.1", "Read, Bash(*)", "1. Run it.");
    const changelog = "It runs psql now.";
    const release = { version: "1.0.1", description: "Writes migrations", changelog };
    await author.send(`/skills/${id}/versions`, { ...release, extra: { skill_md_content: asking } });

    const page = await openSignedIn(url);
    await page.setViewportSize(viewport);
    await openReview(page, name);
    await page.getByText("It runs psql now.").waitFor();
    await page.getByRole("region", { name: "Permissions", exact: true }).getByText("Bash(*)").waitFor();
    const changes = page.getByRole("group", { name: "Changes in SKILL.md" });
    await changes.getByText("high risk:").first().waitFor();
    await expectSound(page);

    // On a line, in place.
    await changes.getByRole("button", { name: "Comment on line 4" }).click();
    await page.getByLabel("Comment on line 4 of SKILL.md").fill("Why **any** command?");
    await changes.getByRole("button", { name: "Comment", exact: true }).click();
    await changes.getByRole("article").getByText("any", { exact: true }).waitFor();
    await expectSound(page);

    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("r");
    const request = page.getByRole("dialog", { name: `Request changes to ${name} 1.0.1?` });
    await request.getByLabel("Message to the authors").fill("Narrow the shell.");
    await request.getByRole("button", { name: "Request changes" }).click();
    await page.getByText(`Requested changes to ${name} 1.0.1.`).first().waitFor();
    await page.getByRole("button", { name: "Waiting for authors" }).click();
    await page.getByRole("link", { name: new RegExp(name) }).waitFor();
    await expectSound(page);

    // The author reads both on the item's page, answers, and replaces the content.
    const theirs = await openPage(url);
    await theirs.setViewportSize(viewport);
    await signIn(theirs, author);
    await theirs.goto(`/registry/skills/${author.username}/${name}?tab=review`);
    await theirs.getByRole("region", { name: "Requested changes" }).waitFor();
    await theirs.getByText("Narrow the shell.").waitFor();
    const thread = theirs.getByRole("article").filter({ hasText: "SKILL.md:4" });
    await thread.getByRole("button", { name: "Reply" }).click();
    await thread.getByLabel("Reply").fill("It needs only psql.");
    await thread.getByRole("button", { name: "Reply", exact: true }).click();
    await thread.getByText("It needs only psql.").waitFor();
    await expectSound(theirs);
    const { skill_md_content } = skill(name, "1.0.1", "Read, Bash(psql:*)", "1. Run psql.");
    await author.send(`/skills/${id}/draft`, { skill_md_content }, "PUT");

    // Back in the queue; the comment is about what is gone.
    await openReview(page, name);
    const outdated = page.getByRole("article").filter({ hasText: "outdated" }).filter({ hasText: "SKILL.md:4" });
    await outdated.getByText("It needs only psql.").waitFor();
    expect(await changes.getByRole("article").count()).toBe(0);
    await outdated.getByRole("button", { name: "Resolve" }).click();
    await outdated.getByText("Resolved by").waitFor();
    await confirmApproval(page, name, "1.0.1");
  });

  test("asks for the version before it approves what has a high risk", async () => {
    const send = await createSender(url);
    const name = newName("risky");
    await send("/skills", skill(name, "1.0.0", "Bash(*)", "1. Run it."));
    const page = await openSignedIn(url);
    await openReview(page, name);
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog", { name: `Approve ${name} 1.0.0?` });
    await dialog.getByLabel("Type 1.0.0 to confirm").fill("1.0.1");
    await dialog.getByRole("button", { name: "Approve 1.0.0" }).click();
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByLabel("Type 1.0.0 to confirm").fill("1.0.0");
    await dialog.getByRole("button", { name: "Approve 1.0.0" }).click();
    await page.getByText(`Approved ${name} 1.0.0.`).first().waitFor();
  });

  test("of several submissions names each, and leaves out what needs a look of its own", async () => {
    const send = await createSender(url);
    const [one, two, risky] = [newName("several"), newName("several"), newName("several-risky")];
    for (const name of [one, two]) await send("/skills", skill(name, "1.0.0", "Read", "1. Read it."));
    await send("/skills", skill(risky, "1.0.0", "Bash(*)", "1. Run it."));
    const page = await openSignedIn(url);
    await page.goto("/review");
    await page.getByRole("list", { name: "Submissions" }).waitFor();
    expect(await page.getByLabel(`Select ${risky} 1.0.0`).isDisabled()).toBe(true);
    for (const name of [one, two]) await page.getByLabel(`Select ${name} 1.0.0`).check();
    await page.getByRole("button", { name: "Approve selected…" }).click();
    const dialog = page.getByRole("dialog", { name: "Approve 2 submissions?" });
    for (const name of [one, two]) await dialog.getByText(name).waitFor();
    expect(await dialog.getByText(/^sha256:/).count()).toBe(2);
    await dialog.getByRole("button", { name: "Approve 2 submissions" }).click();
    await page.getByText("Approved 2 of 2 submissions.").first().waitFor();
    await page.getByRole("link", { name: new RegExp(one) }).waitFor({ state: "detached" });
  });
});
