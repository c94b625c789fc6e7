import { randomUUID } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { hasBrowser, openPage, signIn } from "./browser.js";
import { confirmApproval } from "./item-forms.js";
import { ADMIN } from "./start-server.js";
import { createSender, ingest, newSessionId } from "./transcripts.js";

const url = inject("webServer") ?? "";
const TAKE = "window.taken = 'yes'";

/** Payloads that run or load something if text is not escaped. */
const HOSTILE = [
  `<script>${TAKE}</script><img src=x onerror="${TAKE}"><svg onload="${TAKE}"><svg/onload=${TAKE}>`,
  `<iframe srcdoc="<script>parent.${TAKE}</script>"></iframe><object data="javascript:${TAKE}"></object>`,
  `<form action="https://elsewhere.invalid/"><input name=password><button>Sign in</button></form>`,
  `<style>* { background: url(https://elsewhere.invalid/style) } main { display: none }</style>`,
  `<link rel=stylesheet href=https://elsewhere.invalid/sheet><base href=https://elsewhere.invalid/>`,
  `<meta http-equiv=refresh content="0;url=https://elsewhere.invalid/">`,
  `<!-- a comment <script>${TAKE}</script> --><!-->${TAKE}<-->`,
  ...["javascript:", "JaVaScRiPt:", "java&#x09;script:", "&#106;avascript:", " javascript:", "\u0009javascript:"].map(
    (scheme) => `[click](${scheme}${TAKE.replaceAll(" ", "")}) [click](<${scheme}${TAKE}>)`,
  ),
  `[click](vbscript:msgbox(1)) [click](data:text/html,<script>${TAKE}</script>) <javascript:${TAKE}> [click][bad]`,
  `[bad]: javascript:${TAKE.replaceAll(" ", "")}`,
  `[ours](/api/v1/auth/logout) [theirs](//elsewhere.invalid/)`,
  `![pixel](https://elsewhere.invalid/pixel.png) <img src=https://elsewhere.invalid/ width=100000 height=100000>`,
  `![data](data:image/svg+xml;base64,PHN2ZyB3aWR0aD0iMTAwMDAwIiBoZWlnaHQ9IjEwMDAwMCIvPg==)`,
  "long".repeat(500),
].join("\n\n");
const DEEP = `${">".repeat(1000)} deep\n\n${"- ".repeat(1000)} deep\n\n${"_".repeat(20_000)} a`;

/** Monitors a page on a phone from its first request. */
async function openWatched(): Promise<{ page: Page; expectHarmless: () => Promise<void> }> {
  const page = await openPage(url, { viewport: { width: 360, height: 740 } });
  const asked = new Set<string>();
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  page.on("dialog", (dialog) => void dialog.dismiss().then(() => asked.add("a dialog")));
  await signIn(page);
  const expectHarmless = async (): Promise<void> => {
    await page.waitForLoadState("networkidle");
    const found = await page.evaluate(() => ({
      taken: "taken" in window,
      elements: document.querySelectorAll(
        "main :is(script, img, iframe, object, embed, style, link, base, meta, form[action], [onload], [onerror])",
      ).length,
      links: Array.from(document.querySelectorAll("a"), ({ protocol, href }) => ({ protocol, href }))
        .filter(({ protocol, href }) => !/^(https?|mailto):$/.test(protocol) || href.endsWith("/api/v1/auth/logout"))
        .map(({ href }) => href),
      wider: Math.max(0, document.documentElement.scrollWidth - window.innerWidth),
    }));
    expect({ at: page.url(), ...found }).toEqual({ at: page.url(), taken: false, elements: 0, links: [], wider: 0 });
    expect([...asked]).toEqual([new URL(url).origin]);
  };
  return { page, expectHarmless };
}

const skill = (more: object): object => ({
  name: "hostile",
  version: "1.0.0",
  description: "d",
  task_type: "testing",
  delivery_mode: "registry_direct",
  skill_md_content: "---\nname: hostile\ndescription: hostile\n---\nText\n",
  ...more,
});

describe.skipIf(!hasBrowser)("what strangers write", () => {
  test.each([
    ["a name of 100 kB", { name: "n".repeat(100_000) }, "name"],
    ["a tag of 100 kB", { tags: ["t".repeat(100_000)] }, "tags"],
    ["a description of 1 MB", { description: "d".repeat(1_000_000) }, "description"],
    ["a name that turns its direction", { name: "a\u202Etxt.exe" }, "body.name"],
    ["a description that isolates", { description: "a\u2066b" }, "U+2066"],
    [
      "a skill with text that is not seen",
      { skill_md_content: "---\nname: h\ndescription: h\n---\na\u200Bb" },
      "U+200B",
    ],
  ])("is rejected as an item: %s", async (_, more, message) => {
    const { access_token: token } = (await (await post("/auth/login", ADMIN)).json()) as { access_token: string };
    const answer = await post("/skills", skill(more), token);
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining(message)]);
  });

  test("does no harm as an item: in the lists, on its page, in the review and in the answers", async () => {
    const send = await createSender(url);
    const word = randomUUID().slice(0, 8);
    const name = `${word} <img src=x onerror="${TAKE}"> `.padEnd(200, "n");
    const filler = "All of it is text. ".repeat(60_000).slice(0, 1_000_000);
    const made = await send(
      "/skills",
      skill({
        name,
        description: `${word} ${HOSTILE}`.slice(0, 5000),
        changelog: `${HOSTILE}\n\n${DEEP}`.slice(0, 20_000),
        tags: Array.from({ length: 50 }, (_, n) => `${n}<svg onload=${TAKE}>`.padEnd(100, "t")),
        skill_md_content: `---\nname: hostile\ndescription: hostile\n---\n${HOSTILE}\n\n${DEEP}\n\n${filler}\n`,
      }),
    );
    const { page, expectHarmless } = await openWatched();
    const path = `/registry/skills/${made["qualified_name"]}`;
    for (const place of ["/registry?status=mine", path, `${path}?tab=versions`, "/review"]) {
      await page.goto(place);
      await page.getByText(name).first().waitFor();
      await expectHarmless();
    }
    await page.getByRole("link", { name: new RegExp(word) }).click();
    await page.getByRole("heading", { level: 1, name: new RegExp(word) }).waitFor();
    await expectHarmless();
    await confirmApproval(page, name, "1.0.0");
    await expectHarmless();
    await page.goto(`/discover?text=${word}`);
    await page.getByRole("list", { name: "Items" }).getByText(word).first().waitFor();
    await expectHarmless();
  });

  test("does no harm in a session: in its row, its trace, and what a search for it says", async () => {
    const send = await createSender(url);
    const id = newSessionId();
    const text = `\u202E${HOSTILE}\u2066\n${DEEP}`;
    const timestamp = new Date().toISOString();
    const call = { type: "tool_use", id: "t", name: `<img src=x onerror="${TAKE}">`, input: { [HOSTILE]: text } };
    const result = { type: "tool_result", tool_use_id: "t", content: "r".repeat(1_000_000), is_error: true };
    const model = `<svg onload="${TAKE}">`;
    await ingest(
      send,
      id,
      [
        { type: "user", timestamp, message: { role: "user", content: text } },
        { type: "assistant", timestamp, message: { id: "m", role: "assistant", model, content: [call] } },
        { type: "user", timestamp, message: { role: "user", content: [result] } },
      ].map((line) => JSON.stringify(line)),
    );
    const { page, expectHarmless } = await openWatched();
    await page.goto("/sessions");
    await page.getByRole("row").locator(`a[href*="${id}"]`).waitFor();
    await expectHarmless();
    await page.goto(`/sessions/${id}`);
    const trace = page.getByRole("region", { name: "Trace" });
    await trace.getByRole("article").nth(1).waitFor();
    await trace
      .getByRole("button", { name: /^Show all/ })
      .first()
      .click();
    await expectHarmless();
    await page.getByLabel("Search this session").fill(`nothing like <img src=x onerror="${TAKE}">`);
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "No matches" }).waitFor();
    await expectHarmless();
  });
});

const post = (path: string, body: object, token = ""): Promise<Response> =>
  fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token === "" ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
