import { describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
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
      return pathname.startsWith("/api/v1/") ? searchParams.get("search") : null;
    };
    page.on("request", (request) => void asked.push(...[searched(request.url()) ?? []].flat()));
    page.on("requestfailed", (request) => void cancelled.push(...[searched(request.url()) ?? []].flat()));
    // This is answered so late that the next question comes before.
    await page.route(/search=migra&/, async (route) => {
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
    await page.getByRole("heading", { name: "Steps" }).waitFor();
    await page.keyboard.press("a");
    await page.getByText("Approved journey-skill 1.0.0.").first().waitFor();

    await page.goto("/registry?q=journey");
    await page.getByRole("link", { name: /journey-skill/ }).click();
    await page.getByRole("tab", { name: "Install" }).click();
    await page.getByLabel("Harness").selectOption("cursor");
    await page.getByRole("button", { name: "Show files" }).click();
    await page.getByRole("region", { name: ".cursor/skills/journey-skill/SKILL.md" }).waitFor();
    expect(await page.getByText("npx tack registry skill install ada/journey-skill --harness cursor").count()).toBe(1);
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
    await page.goto("/review");
    await page.getByRole("link", { name: /journey-prompt/ }).click();
    await page.getByRole("heading", { level: 1, name: "Review journey-prompt" }).waitFor();
    await page.keyboard.press("r");
    await page.getByLabel("Reason").fill("Too short to be of use.");
    await page.getByRole("button", { name: "Reject" }).click();
    await page.getByText("Rejected journey-prompt.").first().waitFor();
    await page.goto("/registry?status=rejected&type=prompts");
    await page.getByRole("link", { name: /journey-prompt/ }).click();
    await page.getByText("Too short to be of use.").waitFor();
  });
});
