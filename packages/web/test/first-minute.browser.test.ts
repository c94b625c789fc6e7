import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasBrowser, openPage } from "./browser.js";
import { ADMIN, startServer, type RunningServer } from "./start-server.js";

describe.skipIf(!hasBrowser)("on a fresh server", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ env: { STARTER_SKILL: "true" } });
  });
  afterAll(() => server.stop());

  test("the first visitor creates the first admin, and sees what to do next", async () => {
    const page = await openPage(server.url);
    await page.goto("/");
    await page.getByRole("heading", { name: "Welcome" }).waitFor();
    await page.getByLabel("Your name").fill(ADMIN.name);
    await page.getByLabel("Email").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill("weak");
    await page.getByRole("button", { name: "Create admin account" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Create admin account" }).click();

    await page.getByRole("heading", { name: `Hello, ${ADMIN.name}` }).waitFor();
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    expect(await page.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
      "Connect a harness",
      "Submit or scan components",
      "See a session",
    ]);
    // They can be hidden, which the browser remembers, and shown again.
    await page.getByRole("button", { name: "Hide these steps" }).click();
    await page.getByText("Nothing waits for you.").waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Show the first steps" }).click();
    await page.getByRole("heading", { name: "Connect a harness" }).waitFor();
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
    );
    expect(kept).not.toMatch(/eyJ|tack_refresh/);

    await page.reload();
    await page.getByRole("heading", { name: `Hello, ${ADMIN.name}` }).waitFor();
    await page.goto("/welcome");
    await page.getByRole("heading", { name: `Hello, ${ADMIN.name}` }).waitFor();

    // The registry is not empty: what teaches agents to use it is there.
    await page.goto("/registry");
    await page.getByText("find-in-registry").first().waitFor();
  });
});
