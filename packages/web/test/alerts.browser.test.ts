import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser, settled, widerThanScreen } from "./browser.js";
import { field, openSignedIn, press } from "./item-forms.js";
import { ADMIN, startServer, type RunningServer } from "./start-server.js";
import { createSender, ingest, newSessionId, turn } from "./transcripts.js";

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Someone else's server that alerts are sent to. */
async function startReceiver(): Promise<{ server: Server; host: string; received: Delivery[] }> {
  const received: Delivery[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function looksRight(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      expect([width, colorScheme, await axeFindings(page)]).toEqual([width, colorScheme, []]);
    }
    expect([width, await widerThanScreen(page)]).toEqual([width, 0]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

describe.skipIf(!hasBrowser)("an alert", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  let server: RunningServer;
  beforeAll(async () => {
    receiver = await startReceiver();
    server = await startServer({ env: { OUTBOUND_ALLOWED_HOSTS: receiver.host } });
    const { name, email, password } = ADMIN;
    await fetch(`${server.url}/api/v1/auth/bootstrap`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, email, password }),
    });
    const at = new Date(Date.now() - 2 * 3600 * 1000);
    await ingest(await createSender(server.url), newSessionId(), [...turn(1, { at, fails: true }), ...turn(2, { at })]);
  });
  afterAll(async () => {
    await server?.stop();
    receiver?.server.close();
  });

  test("is previewed, created, tested, paused, changed and deleted", async () => {
    const page = await openSignedIn(server.url);
    await page.goto("/");
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Alerts" }).click();
    await page.getByText("No alerts yet").waitFor();
    await page.getByRole("main").getByRole("link", { name: "New alert" }).last().click();

    // While it is written, it shows what it would have done.
    await page.getByText("Error rate of all sessions above 20 % over 5 minutes").waitFor();
    await page.getByText("Would have fired once in the last 30 days").waitFor();
    await page.getByRole("table", { name: "Latest firings" }).getByText("50 %").waitFor();
    await field(page, "Threshold (%)").fill("60");
    await page.getByText("Would not have fired in the last 30 days").waitFor();
    await field(page, "Threshold (%)").fill("");
    await page.getByText("Complete the rule to see when it would have fired.").waitFor();
    await field(page, "Threshold (%)").fill("20");
    await page.getByText("Would have fired once in the last 30 days").waitFor();
    await looksRight(page);

    // One MCP server that the registry does not have, by keyboard.
    await field(page, "Watch").selectOption("mcp");
    await field(page, "MCP server").fill("weather");
    await page.getByText("matches what clients report by this name").waitFor();
    await page.getByText("Error rate of weather above 20 % over 5 minutes").waitFor();
    await field(page, "Watch").selectOption("all");

    await field(page, "Webhook URL").fill("ftp://example.com");
    await press(page, "Create alert");
    await page.getByText("Enter a name.").waitFor();
    await page.getByText("Enter a URL that starts with https:// or http://.").waitFor();
    await field(page, "Name").fill("Tools fail");
    await field(page, "Webhook URL").fill("http://10.0.0.1/hook");
    await press(page, "Create alert");
    await page.getByRole("alert").waitFor();
    await field(page, "Webhook URL").fill(`http://${receiver.host}/hook`);
    await press(page, "Create alert");

    const dialog = page.getByRole("dialog", { name: "Tools fail created" });
    const secret = (await dialog.getByRole("region", { name: "Webhook secret" }).innerText()).trim();
    await dialog.getByText("How to verify the signature").click();
    await dialog.getByText("X-Tackroom-Signature").first().waitFor();
    await looksRight(page);
    await dialog.getByRole("button", { name: "I've saved it" }).click();
    await page.getByRole("heading", { level: 1, name: "Tools fail" }).waitFor();
    await page.getByText("Has not fired yet").waitFor();

    await press(page, "Test webhook");
    await page.getByText("The test was delivered. The webhook responded with HTTP 204.").first().waitFor();
    const [{ headers, body } = { headers: {}, body: "" }] = receiver.received;
    const signed = `${String(headers["x-tackroom-timestamp"])}.${body}`;
    const signature = createHmac("sha256", secret).update(signed).digest("hex");
    expect(headers["x-tackroom-signature"]).toBe(`sha256=${signature}`);
    expect(JSON.parse(body)).toMatchObject({ event: "alert.test", alert_name: "Tools fail" });
    const history = page.getByRole("table", { name: "History" });
    await history.getByText("delivered").waitFor();
    await looksRight(page);

    await press(page, "Pause");
    await page.getByText("Paused", { exact: true }).waitFor();
    await press(page, "Resume");
    await page.getByText("Paused", { exact: true }).waitFor({ state: "detached" });

    await page.getByRole("link", { name: "Edit" }).click();
    await field(page, "Threshold (%)").fill("45");
    await field(page, "Window (minutes)").fill("60");
    await press(page, "Save changes");
    await page.getByText("Error rate of all sessions above 45 % over 1 hour").waitFor();

    await press(page, "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete alert" }).click();
    await page.getByText("No alerts yet").waitFor();
  });

  test("watches an item that is chosen with the keyboard", async () => {
    const send = await createSender(server.url);
    const { id = "" } = await send("/mcps", {
      name: "tides",
      version: "1.0.0",
      description: "Tide tables",
      category: "general",
      command: "tides",
    });
    await send(`/review/${id}/approve`, {});
    const page = await openSignedIn(server.url);
    await page.goto("/alerts/new");
    await field(page, "Watch").selectOption("mcp");
    const target = field(page, "MCP server");
    await target.focus();
    await page.getByRole("option", { name: /ada\/tides/ }).waitFor();
    await target.press("ArrowDown");
    await target.press("Enter");
    expect(await target.inputValue()).toBe("ada/tides");
    await page.getByText("Error rate of ada/tides above 20 % over 5 minutes").waitFor();
    await field(page, "Name").fill("Tides");
    await press(page, "Create alert");
    await page.getByRole("button", { name: "I've saved it" }).click();
    await page.getByText("Error rate of ada/tides above 20 % over 5 minutes").waitFor();
    expect(await page.getByRole("button", { name: "Test webhook" }).count()).toBe(0);
  });
});
