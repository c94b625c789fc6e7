import { describe, expect, inject, test } from "vitest";
import { hasBrowser } from "./browser.js";
import { newName, openSignedIn } from "./item-forms.js";
import { invite, looksRight } from "./people.js";
import { createSender } from "./transcripts.js";

const url = inject("webServer") ?? "";

const entry = (name: string, tools: string) => ({
  type: "skill",
  path: `skills/${name}`,
  payload: {
    name,
    description: "Tidies up",
    task_type: "code-review",
    delivery_mode: "registry_direct",
    skill_md_content: `---\nname: ${name}\ndescription: Tidies up\nallowed-tools: ${tools}\n---\n\n# Steps\n\n1. Tidy up.\n`,
  },
});

describe.skipIf(!hasBrowser)("an import", () => {
  test.each([1280, 360])("is reviewed as a group, %d px wide", async (width) => {
    const author = await invite("importer");
    const [first, second, risky] = [newName("tidy"), newName("tidy"), newName("risky")];
    const repository = `https://git.example.com/acme/${newName("skills")}`;
    const send = await createSender(url, author);
    const items = [entry(first, "Read"), entry(second, "Read"), entry(risky, "Bash(*)")];
    await send("/import", { repository, commit: "0123456789abcdef0123456789abcdef01234567", items });

    const page = await openSignedIn(url);
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/review");
    const imports = page.getByRole("region", { name: "Imports" });
    const group = imports.locator("div").filter({ hasText: repository });
    await group.getByRole("button", { name: "Review this import" }).click();
    await imports.getByText("Submissions of this import, the riskiest first").waitFor();
    const rows = page.getByRole("list", { name: "Submissions" }).getByRole("listitem");
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.first().innerText()).toContain(risky);
    await looksRight(page);

    await page.getByLabel("Select all without a high risk").check();
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Approve selected…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve 2 submissions" }).click();
    await page.getByText("Approved 2 of 2 submissions.").first().waitFor();
    await expect.poll(() => rows.count()).toBe(1);

    await page.goto(`/registry/skills/${author.username}/${first}`);
    await page.getByText(repository).first().waitFor();
  });
});
