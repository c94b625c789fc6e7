import { describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn, widerThanScreen } from "./browser.js";
import { newName } from "./item-forms.js";
import { invite, openAs } from "./people.js";
import { createSender } from "./transcripts.js";

const url = inject("webServer") ?? "";

describe.skipIf(!hasBrowser)("tables on a narrow screen", () => {
  test.each([360, 1024])("slide in their box and not with the page, %i px wide", async (width) => {
    const admin = await createSender(url);
    const username = `${newName("bartholomew")}-of-the-platform`.slice(0, 32);
    await admin("/admin/users", {
      username,
      name: "Bartholomew Featherstonehaugh-Cholmondeley",
      email: `${username}@example.com`,
      password: "Tack-room-2026!",
    });
    const page = await openPage(url, { viewport: { width, height: 800 } });
    await signIn(page);
    await page.goto("/admin/users");
    await page.getByText("Bartholomew").first().waitFor();
    expect(await widerThanScreen(page)).toBe(0);
  });

  test("write the time of an audit record in one line", async () => {
    const page = await openPage(url, { viewport: { width: 360, height: 800 } });
    await signIn(page);
    await page.goto("/admin/audit-log");
    const time = page.getByRole("table", { name: "Audit log" }).locator("time").first();
    await time.waitFor();
    expect(await time.evaluate((element) => element.getClientRects().length)).toBe(1);
    expect(await widerThanScreen(page)).toBe(0);
  });
});

describe.skipIf(!hasBrowser)("pages of reviewers", () => {
  test.each(["/review", "/review/00000000-0000-4000-8000-000000000000"])("tell another user so at %s", async (path) => {
    const page = await openAs(await invite("author"));
    await page.goto(path);
    await page.getByText("Reviewers only").waitFor();
  });
});
