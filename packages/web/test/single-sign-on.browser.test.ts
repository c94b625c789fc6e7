import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Page } from "playwright-core";
import { startProviders, type RunningProviders } from "./start-providers.js";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { ADMIN, freePort, startServer, type RunningServer } from "./start-server.js";

describe.skipIf(!hasBrowser)("single sign-on", () => {
  let providers: RunningProviders;
  let server: RunningServer;
  beforeAll(async () => {
    const port = await freePort();
    providers = await startProviders(`http://localhost:${port}`);
    server = await startServer({ port, env: providers.variables });
    await send("POST", "/auth/bootstrap", { name: ADMIN.name, email: ADMIN.email, password: ADMIN.password });
  });
  afterAll(async () => {
    await server.stop();
    await providers.stop();
  });

  const send = async (method: string, path: string, body: object, token?: string): Promise<Record<string, string>> => {
    const headers = {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(`${server.url}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const openBrowser = async (): Promise<Page> => {
    const page = await openPage(server.url);
    // The page of the provider wants a font from the internet.
    await page.route("https://fonts.googleapis.com/**", (route) =>
      route.fulfill({ contentType: "text/css", body: "" }),
    );
    return page;
  };
  /** Fills in the provider's page, and leaves it. */
  const signInAt = async (page: Page, button: string, login: string): Promise<void> => {
    await page.goto("/login?next=%2Fregistry");
    await page.getByRole("link", { name: button }).click();
    await page.locator("input[name=login]").fill(login);
    const password = page.locator("input[name=password]");
    if ((await password.count()) > 0) await password.fill("x");
    await page.locator("button").click();
  };
  const isIn = (page: Page, name: string): Promise<void> =>
    page.getByRole("button", { name: `Account of ${name}` }).waitFor();

  test("with OpenID Connect leads where one wanted to go, and leaves no code behind", async () => {
    const page = await openBrowser();
    await signInAt(page, "Continue with single sign-on", "bob");
    await isIn(page, "Bob");
    expect(new URL(page.url()).pathname).toBe("/registry");
    await page.reload();
    await isIn(page, "Bob");
  });

  test("with Google is refused in plain words to someone of another domain, who can look up the reference", async () => {
    const page = await openBrowser();
    await signInAt(page, "Continue with Google", "eve");
    await page.getByRole("heading", { name: "Sign-in failed" }).waitFor();
    expect(await page.locator(".reason").innerText()).toContain("elsewhere.example may not sign in here");
    const reference = await page.locator(".reference code").innerText();
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.innerText()).toContain(reference);
  });

  test("with Google lets someone of the company in", async () => {
    const page = await openBrowser();
    await signInAt(page, "Continue with Google", "cleo");
    await isIn(page, "Cleo");
  });

  test("with GitHub", async () => {
    const page = await openBrowser();
    await signInAt(page, "Continue with GitHub", "dan");
    await isIn(page, "Dan");
  });

  test("with SAML, and out again at the identity provider too", async () => {
    const page = await openBrowser();
    await signInAt(page, "Continue with SAML", "fay");
    await page.getByRole("button", { name: "Continue" }).click();
    await isIn(page, "Fay");
    expect(new URL(page.url()).pathname).toBe("/registry");
    await page.getByRole("button", { name: "Account of Fay" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByText("Signed out at the identity provider").waitFor();
    await page.goto("/registry");
    await page.getByRole("link", { name: "Continue with SAML" }).waitFor();
  });

  test("confirms a command line that asks for it, with a click", async () => {
    const device = await send("POST", "/auth/device/authorize", { sso: true, provider: "oidc" });
    const page = await openBrowser();
    await page.goto(device["verification_uri_complete"] ?? "");
    await page.locator("input[name=login]").fill("gil");
    await page.locator("input[name=password]").fill("x");
    await page.locator("button").click();
    await page.getByRole("heading", { name: /command line/i }).waitFor();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The command line is signed in.").waitFor();
    const grant = { device_code: device["device_code"], grant_type: "urn:ietf:params:oauth:grant-type:device_code" };
    expect(await send("POST", "/auth/device/token", grant)).toMatchObject({ user: { email: "gil@example.com" } });
  });

  test("is set up on a page with the addresses to copy, and tested there", async () => {
    const page = await openBrowser();
    await signIn(page);
    await page.goto("/admin/sso");
    await page.getByText(`${server.url}/api/v1/auth/oauth/callback`).first().waitFor();
    await page.getByText(`${server.url}/api/v1/sso/saml/acs`).first().waitFor();
    await page.getByRole("button", { name: /^Test/ }).first().click();
    await page.getByText("The provider accepts the client ID and secret.").waitFor();
    await page.goto("/admin/users");
    await page.getByText("cleo@example.com").first().waitFor();
    expect(await page.getByText("Google").count()).toBeGreaterThan(0);
  });

  test("can be the only way in", async () => {
    const { access_token: token } = await send("POST", "/auth/login", { email: ADMIN.email, password: ADMIN.password });
    await send("PUT", "/admin/settings/deployment.sso_only", { value: true }, token);
    const page = await openBrowser();
    await page.goto("/login");
    await page.getByRole("link", { name: "Continue with GitHub" }).waitFor();
    expect(await page.getByLabel("Password", { exact: true }).count()).toBe(0);
    await send("PUT", "/admin/settings/deployment.sso_only", { value: false }, token);
  });

  test("has a failure page whose style sheet loads nothing else", () => {
    const sheet = readFileSync(new URL("../public/failure-page.css", import.meta.url), "utf8");
    expect(sheet).not.toMatch(/url\(|@import/);
  });
});
