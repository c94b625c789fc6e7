import { describe, expect, inject, test } from "vitest";
import { choose, hasBrowser, openPage, signIn } from "./browser.js";
import { confirmApproval, openReview } from "./item-forms.js";
import { ADMIN } from "./start-server.js";

const url = inject("webServer") ?? "";

interface Session {
  post(path: string, body: object): Promise<Record<string, string>>;
}

async function asAdmin(): Promise<Session> {
  let token = "";
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const headers = {
      "content-type": "application/json",
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  token = (await post("/auth/login", { email: ADMIN.email, password: ADMIN.password }))["access_token"] ?? "";
  return { post };
}

describe.skipIf(!hasBrowser)("the registry", () => {
  test("is searched and opened without a mouse", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/registry");
    await page.getByRole("list", { name: "Items" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("migrations");
    await page.waitForURL("**/registry?q=migrations");
    const first = page.getByRole("list", { name: "Items" }).getByRole("link").first();
    await expect.poll(() => first.textContent()).toContain("migrations");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/registry\/(skills|agents)\/mara\//);
  });

  test("is asked once for all kinds, after a pause in typing, and not about what is outdated", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/registry");
    await page.getByRole("list", { name: "Items" }).waitFor();
    const asked: string[] = [];
    const cancelled: string[] = [];
    const searched = (address: string): string | null => {
      const { pathname, searchParams } = new URL(address);
      return pathname === "/api/v1/registry" ? searchParams.get("q") : null;
    };
    page.on("request", (request) => void asked.push(...[searched(request.url()) ?? []].flat()));
    page.on("requestfailed", (request) => void cancelled.push(...[searched(request.url()) ?? []].flat()));
    // This is answered so late that the next question comes before.
    await page.route(/registry\?q=migra&/, async (route) => {
      await expect.poll(() => asked).toContain("migrations");
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.press("/");
    await page.keyboard.type("migra", { delay: 20 });
    await expect.poll(() => asked).toEqual(["migra"]);
    await page.keyboard.type("tions", { delay: 20 });
    await expect.poll(() => asked).toEqual(["migra", "migrations"]);
    await page.waitForURL("**/registry?q=migrations");
    await expect.poll(() => cancelled).toEqual(["migra"]);
  });

  test("keeps its rows while a search is asked", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/registry");
    const items = page.getByRole("list", { name: "Items" });
    await items.waitFor();
    const before = await items.getByRole("link").count();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    const asked = page.waitForRequest(/registry\?q=migrations/);
    await page.route(/registry\?q=migrations/, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press("/");
    await page.keyboard.type("migrations");
    await asked;
    expect(await items.getByRole("link").count()).toBe(before);
    answer();
    await expect.poll(() => items.getByRole("link").count()).toBeLessThan(before);
  });

  test("is narrowed by facets whose counts are what they show, and all of it is in the address", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/registry");
    const items = page.getByRole("list", { name: "Items" });
    await items.waitFor();
    const filters = page.getByRole("complementary", { name: "Filters" });
    const risk = filters.getByRole("group", { name: "Trust" });
    const box = risk.getByRole("checkbox").first();
    const count = Number((await risk.locator("span.tabular-nums").first().innerText()).trim());
    await box.check();
    await page.waitForURL(/[?&]risk=none/);
    await page.getByText(new RegExp(`^${count} items?$`)).waitFor();
    expect(await items.getByRole("link").count()).toBe(Math.min(count, 50));

    await page.getByLabel("Sort").selectOption("name");
    await page.waitForURL(/[?&]sort=name/);
    const names = (): Promise<string[]> => items.locator("bdi.font-semibold").allInnerTexts();
    await expect
      .poll(async () => (await names()).slice(0, 5))
      .toEqual((await names()).toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)).slice(0, 5));
    await page.reload();
    await items.waitFor();
    expect(await box.isChecked()).toBe(true);
    expect(await page.getByLabel("Sort").inputValue()).toBe("name");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.waitForURL(/registry\?sort=name$/);
  });

  test("is used with keys: kinds by number, rows with j and k, and c copies the command", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/registry?sort=name");
    const items = page.getByRole("list", { name: "Items" });
    await items.waitFor();
    await page.keyboard.press("4");
    await page.waitForURL(/type=skills/);
    await page.getByRole("button", { name: /^Skills/, pressed: true }).waitFor();
    await expect.poll(() => items.getByRole("img", { name: "Skill", exact: true }).count()).toBeGreaterThan(1);
    await expect.poll(() => items.getByRole("img", { name: "Agent", exact: true }).count()).toBe(0);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const second = items.getByRole("link").nth(1);
    await expect.poll(() => second.evaluate((link) => link === document.activeElement)).toBe(true);
    const path = (await second.getAttribute("href")) ?? "";
    await page.keyboard.press("c");
    await page
      .getByText(/^Copied the install command of/)
      .first()
      .waitFor();
    const name = path.split("/").slice(-2).join("/");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      new RegExp(`^npx -y http://[^/ ]+/tack[.]tgz registry skill install ${name} --harness `),
    );
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${path}`);
  });

  test("answers what Discover was asked, and offers a way on if there is no match", async () => {
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/discover?text=review+my+database+migrations&kind=skill");
    await page.waitForURL(/\/registry\?q=review\+my\+database\+migrations&type=skills|\/registry\?q=review%20my/);
    const first = page.getByRole("list", { name: "Items" }).getByRole("link").first();
    await expect.poll(() => first.textContent()).toContain("migrations");
    expect(await page.getByRole("link", { name: "Discover", exact: true }).count()).toBe(0);
    await page.goto("/registry?q=xyzzyplugh&type=skills");
    await page.getByText("No results").waitFor();
    await page.getByRole("link", { name: "Submit an item" }).waitFor();
    await page.getByRole("button", { name: "Search other registries" }).click();
    await page.getByText("Nothing found in other registries.").waitFor();
  });

  test("says of an item who reviewed it, which agents use it, and what changed between versions", async () => {
    const { post } = await asAdmin();
    const skill = (version: string, more: string): object => ({
      name: "journey-trusted",
      version,
      description: "A skill that an agent uses",
      task_type: "testing",
      delivery_mode: "registry_direct",
      skill_md_content: `---\nname: journey-trusted\ndescription: A skill that an agent uses\n---\n# Steps\n\n${more}\n`,
    });
    const { id = "" } = await post("/skills", skill("1.0.0", "Look twice here."));
    await post(`/review/${id}/approve`, {});
    const content = (skill("1.1.0", "Look once here.") as Record<string, string>)["skill_md_content"];
    await post(`/skills/${id}/versions`, {
      version: "1.1.0",
      description: "A skill that an agent uses",
      extra: { skill_md_content: content },
    });
    await post(`/review/${id}/approve`, {});
    const agent = await post("/agents", {
      name: "journey-user",
      version: "1.0.0",
      description: "Uses a skill",
      model_name: "sonnet-x",
      prompt: "Look.",
      components: [{ component_type: "skill", component_id: id }],
    });
    await post(`/review/${agent["id"]}/approve`, {});

    const page = await openPage(url);
    await signIn(page);
    await page.goto("/registry/skills/ada/journey-trusted?tab=versions");
    const aside = page.getByRole("complementary", { name: "Trust and use" });
    await aside.getByText("Reviewed by ada").waitFor();
    await aside.getByText("Signed release").waitFor();
    await aside.getByText("No risks found").waitFor();
    await aside.getByRole("button", { name: "Copy the digest" }).waitFor();
    const change = page.getByRole("group", { name: "Changes in skill_md_content" });
    await change.waitFor();
    expect(await change.innerText()).toMatch(/removed:\s+Look twice here\.[\s\S]*added:\s+Look once here\./);
    await aside
      .getByRole("list", { name: "Used by" })
      .getByRole("link", { name: /journey-user/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "journey-user" }).waitFor();
  });

  test("shows what a reviewer has approved, with its files for a harness", async () => {
    const { post } = await asAdmin();
    const skill = (version: string, more: string): object => ({
      name: "journey-skill",
      version,
      description: "A skill that a journey submits",
      task_type: "testing",
      delivery_mode: "registry_direct",
      skill_md_content: `---\nname: journey-skill\ndescription: A skill that a journey submits\n---\n# Steps\n\n${more}\n`,
    });
    await post("/skills", skill("1.0.0", "1. Begin."));
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/review");
    await page.getByRole("link", { name: /journey-skill/ }).click();
    await page.getByRole("group", { name: "Changes in SKILL.md" }).getByText("1. Begin.").waitFor();
    await confirmApproval(page, "journey-skill", "1.0.0");

    await page.goto("/registry?q=journey");
    await page.getByRole("link", { name: /journey-skill/ }).click();
    // The list has a choice of harness too, and stays until the item's page is loaded.
    const install = page.getByRole("region", { name: "Install" });
    await choose(install.getByRole("combobox", { name: "Harness" }), "Cursor");
    await install.getByRole("button", { name: "Show files" }).click();
    await page.getByRole("region", { name: ".cursor/skills/journey-skill/SKILL.md" }).waitFor();
    expect(
      await page
        .getByText(/^npx -y http\S+\/tack\.tgz registry skill install ada\/journey-skill --harness cursor$/)
        .count(),
    ).toBe(1);
  });

  test("marks what its author thinks of an item", async () => {
    const { post } = await asAdmin();
    const prompt = { version: "1.0.0", description: "d", category: "general", template: "Say {{ word }}." };
    const { id = "" } = await post("/prompts", { name: "journey-rated", ...prompt });
    await post(`/review/${id}/approve`, {});
    await post("/feedback", { listing_id: id, listing_type: "prompt", rating: 5, comment: "I made it" });
    const page = await openPage(url);
    await signIn(page);
    await page.goto("/registry/prompts/ada/journey-rated?tab=ratings");
    await page.getByText("I made it").waitFor();
    expect(await page.getByText("Author", { exact: true }).count()).toBe(1);
  });

  test("rejects with a reason that the author reads", async () => {
    const { post } = await asAdmin();
    await post("/prompts", {
      name: "journey-prompt",
      version: "1.0.0",
      description: "d",
      category: "general",
      template: "Say {{ word }}.",
    });
    const page = await openPage(url);
    await signIn(page);
    await openReview(page, "journey-prompt");
    await page.getByRole("button", { name: "Reject" }).click();
    const dialog = page.getByRole("dialog", { name: "Reject journey-prompt?" });
    await dialog.getByLabel("Reason").fill("Too short to be of use.");
    await dialog.getByRole("button", { name: "Reject" }).click();
    await page.getByText("Rejected journey-prompt.").first().waitFor();
    await page.goto("/registry?status=rejected&type=prompts");
    await page.getByRole("link", { name: /journey-prompt/ }).click();
    await page.getByText("Too short to be of use.").waitFor();
  });
});
