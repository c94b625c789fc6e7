import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import { chromiumPath } from "./chromium.js";
import { ADMIN } from "./start-server.js";

export const hasBrowser = chromiumPath() !== undefined;

let launching: Promise<Browser> | undefined;
const contexts = new Set<BrowserContext>();
const complaints: string[] = [];

afterEach(async () => {
  await Promise.all(Array.from(contexts, (context) => context.close()));
  contexts.clear();
  // A working page logs no errors: this also detects violations of the content security policy.
  expect(takeComplaints()).toEqual([]);
});
afterAll(async () => {
  await (await launching)?.close();
});

/** What pages have logged as errors, for tests in which that is right. */
export const takeComplaints = (): readonly string[] => complaints.splice(0);

const launch = (): Promise<Browser> =>
  (launching ??= chromium.launch({
    executablePath: chromiumPath() ?? "",
    chromiumSandbox: false,
    args: ["--disable-dev-shm-usage"],
  }));

/** A rejected call is part of some tests, which check its message themselves. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** A separate browser context without a signed-in user. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (await launch()).newContext({ baseURL: url, reducedMotion: "reduce", ...options });
  contexts.add(context);
  // The default of half a minute is too short when several suites share two slow cores.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !EXPECTED.test(message.text())) complaints.push(message.text());
  });
  return page;
}

/** Signs in without the form, which its own journeys try, and without opening a page. */
export async function signIn(page: Page, who: { email: string; password: string } = ADMIN): Promise<void> {
  const { email, password } = who;
  const answer = await page.request.post("/api/v1/auth/login", {
    headers: { "x-tackroom-client": "web" },
    data: { email, password },
  });
  expect(answer.status()).toBe(200);
  // Only a document of the server can leave the hint of a session (src/api/session-hint.ts).
  await page.goto("/favicon.svg");
  await page.evaluate(() => localStorage.setItem("has-session", "yes"));
}

/** Chooses an option as the keyboard does: by a part of its name. */
export async function choose(field: Locator, option: string): Promise<void> {
  await field.fill(option);
  await field.press("Enter");
  await expect.poll(() => field.inputValue()).toBe(option);
}

/** Elements that would make a phone scroll horizontally. */
export const widerThanScreen = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth));

/** Waits until the requested colors and layout are applied. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A full-page screenshot shows the bar at the top.
    window.scrollTo(0, 0);
    const quiet = (async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    })();
    // A browser that is starved of time may draw no frame for minutes, and `evaluate` waits without a limit.
    await Promise.race([quiet, new Promise((resolve) => setTimeout(resolve, 10_000))]);
  });
