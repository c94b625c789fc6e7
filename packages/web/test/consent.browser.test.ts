import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { CALLBACK, consentPath } from "./consent-path.js";
import { ADMIN } from "./start-server.js";

const url = inject("webServer") ?? "";

/** The client itself, which listens on this machine. */
async function listen(page: Page): Promise<URL[]> {
  const seen: URL[] = [];
  await page.route("http://localhost:3118/**", (route) => {
    seen.push(new URL(route.request().url()));
    return route.fulfill({ contentType: "text/html", body: "<h1>Back in the editor</h1>" });
  });
  return seen;
}

describe.skipIf(!hasBrowser)("access for an MCP client", () => {
  test("is asked for after signing in, and given with a click", async () => {
    const page = await openPage(url);
    const seen = await listen(page);
    await page.goto(await consentPath(page));
    await page.getByLabel("Email or username").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Give an application access" }).waitFor();
    await page.getByRole("button", { name: "Allow" }).waitFor();
    const asked = await page.getByRole("main").innerText();
    expect(asked).toMatch(/Editor asks for access/);
    expect(asked).toMatch(/nobody has checked the name/);
    expect(asked).toMatch(/this computer \(localhost:3118\)/);
    expect(seen).toEqual([]);
    await page.getByRole("button", { name: "Allow" }).click();
    await page.getByText("Back in the editor").waitFor();
    const parameters = seen[0]?.searchParams;
    expect([seen[0]?.origin, parameters?.get("state")]).toEqual([new URL(CALLBACK).origin, "a state"]);
    expect(parameters?.get("code")).toMatch(/^[\w-]{43}$/);
  });

  test("can be denied", async () => {
    const page = await openPage(url);
    await signIn(page);
    const seen = await listen(page);
    await page.goto(await consentPath(page));
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByText("Back in the editor").waitFor();
    expect(seen[0]?.searchParams.get("error")).toBe("access_denied");
  });

  test("is not asked for on behalf of a request that is wrong, and nobody is sent on", async () => {
    const page = await openPage(url);
    await signIn(page);
    const seen = await listen(page);
    await page.goto(await consentPath(page, { redirect_uri: "https://evil.example/callback" }));
    await page.getByRole("alert").getByText("redirect_uri is not one of the redirect URIs").waitFor();
    expect(await page.getByRole("button", { name: "Allow" }).count()).toBe(0);
    expect(seen).toEqual([]);
  });

  test("cannot be given in a frame of another page", async () => {
    const page = await openPage(url);
    const answer = await page.request.get("/oauth/authorize", { headers: { accept: "text/html" } });
    expect(answer.headers()).toMatchObject({
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringContaining("frame-ancestors 'none'") as string,
    });
  });
});
