import { describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { invite } from "./people.js";
import { ADMIN } from "./start-server.js";
import { createSender } from "./transcripts.js";

const url = inject("webServer") ?? "";

async function post(path: string, body: object): Promise<Record<string, string>> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, string>;
}

describe.skipIf(!hasBrowser)("signing in", () => {
  test("is asked for on a first visit without a call that is rejected, and not on a second tab", async () => {
    const page = await openPage(url);
    const refused: string[] = [];
    page.context().on("response", (answer) => {
      if (answer.status() >= 400) refused.push(answer.url());
    });
    await page.goto("/registry");
    await page.getByLabel("Email or username").waitFor();
    await page.waitForLoadState("networkidle");
    expect(refused).toEqual([]);
    await signIn(page);
    const second = await page.context().newPage();
    await second.goto("/registry");
    await second.getByRole("button", { name: /^Account of/ }).waitFor();
    expect(refused).toEqual([]);
  });

  test("offers to register where that is allowed", async () => {
    const page = await openPage(url);
    await page.route("**/api/v1/config/public", (route) =>
      route.fulfill({
        json: {
          sso_enabled: false,
          provider_a_sso_enabled: false,
          provider_b_sso_enabled: false,
          saml_enabled: false,
          sso_only: false,
          self_registration_enabled: true,
        },
      }),
    );
    await page.goto("/login");
    await page.getByRole("link", { name: "Register" }).waitFor();
    expect(await page.getByRole("button", { name: "Sign in" }).count()).toBe(1);
  });

  test("does not offer to register where that is disabled", async () => {
    const page = await openPage(url);
    await page.goto("/register");
    await page.getByRole("heading", { name: "Registration is disabled" }).waitFor();
    expect(await page.getByRole("textbox").count()).toBe(0);
  });

  test("leads through a required password change back to where someone wanted to go", async () => {
    const person = await invite("changer");
    const admin = await createSender(url);
    const { generated_password: password = "" } = await admin(
      `/admin/users/${person.id}/password`,
      { generate: true },
      "PUT",
    );
    const page = await openPage(url);
    await page.goto("/registry?q=docx");
    await page.getByLabel("Email or username").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Current password", { exact: true }).fill(password);
    await page.getByLabel("New password", { exact: true }).fill("Tack-room-2027!");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.waitForURL("**/registry?q=docx");
  });

  test("shows why it was rejected, with the request ID behind a click", async () => {
    const page = await openPage(url);
    await page.goto("/login");
    await page.getByLabel("Email or username").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill("Wrong-password-1");
    await page.getByRole("button", { name: "Sign in" }).click();
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.innerText()).not.toMatch(/Request/);
    await alert.getByText("Details").click();
    expect(await alert.innerText()).toMatch(/Request\s+[0-9a-f-]{36}/);
  });

  test("leads back to where someone wanted to go, and ends for good", async () => {
    const page = await openPage(url);
    await page.goto("/device?code=BCDF-2345");
    await page.getByLabel("Email or username").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/device?code=BCDF-2345");
    await page.goto("/");
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.waitForURL("**/login?next=**");
    await page.reload();
    await page.getByLabel("Email or username").waitFor();
  });

  test("shows only the ways that the deployment has", async () => {
    const page = await openPage(url);
    await page.goto("/login");
    await page.getByLabel("Email or username").waitFor();
    expect(await page.getByRole("link").allInnerTexts()).toEqual(["Forgot your password?"]);
  });

  test("confirms the code that a command line shows, after a click", async () => {
    const { user_code: code = "", device_code: device = "" } = await post("/auth/device/authorize", {});
    const poll = { device_code: device, grant_type: "urn:ietf:params:oauth:grant-type:device_code" };
    const page = await openPage(url);
    await signIn(page);
    await page.goto(`/device?code=${code}`);
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect((await post("/auth/device/token", poll))["code"]).toBe("authorization_pending");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The command line is signed in.").waitFor();
  });
});
