import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { axeFindings } from "./axe.js";
import { hasBrowser } from "./browser.js";
import { approve, field, fillCommon, newName, openSignedIn, optional, press, submit } from "./item-forms.js";

const url = inject("webServer") ?? "";

const skillMd = (name: string): string =>
  `---\nname: ${name}\ndescription: Looks twice before it leaps\n---\n# Steps\n\n1. Look.\n2. Look again.\n`;

/** As dropped from a file manager. */
async function drop(page: Page, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "SKILL.md"));
    return transfer;
  }, content);
  await page.getByRole("heading", { name: "Skill", exact: true }).dispatchEvent("drop", { dataTransfer });
}

describe.skipIf(!hasBrowser)("submitting by a form", () => {
  test("an MCP server is submitted from its pasted configuration, without its secrets", async () => {
    const page = await openSignedIn(url);
    const name = newName("pasted");
    await page.goto("/registry/submit/mcps");
    const paste = page.getByLabel("Paste a configuration, a command or a URL");
    await paste.fill("hello there");
    await page.getByText("“hello” is not a command that starts a server, a URL, JSON or TOML.").waitFor();
    const server = (token: string) => ({ command: "npx", args: ["-y", "@acme/tickets@1.4.0"], env: { TOKEN: token } });
    const other = { url: "https://mcp.acme.example/mcp" };
    await paste.fill(JSON.stringify({ mcpServers: { [name]: server("tk-very-secret-1"), other } }));
    await page.getByRole("radio", { name: /other/ }).check();
    expect(await optional(page, "URL").inputValue()).toBe(other.url);
    await page.getByRole("radio", { name: new RegExp(name) }).check();
    await page.getByText("The values of TOKEN were left out").waitFor();
    expect(await optional(page, "URL").inputValue()).toBe("");
    expect(await optional(page, "Command").inputValue()).toBe("npx");
    expect(await axeFindings(page)).toEqual([]);
    expect(
      await page
        .getByLabel(/^Name( \(optional\))?$/)
        .first()
        .inputValue(),
    ).toBe(name);
    await page
      .getByLabel(/^Description( \(optional\))?$/)
      .first()
      .fill("Reads and writes tickets");
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/api/v1/mcps"),
    );
    await press(page, "Submit for review");
    const body = (await sent).postData() ?? "";
    expect(body).not.toContain("very-secret");
    expect(JSON.parse(body)).toMatchObject({
      command: "npx",
      args: ["-y", "@acme/tickets@1.4.0"],
      transport: "stdio",
      environment_variables: [{ name: "TOKEN", required: true }],
    });
    await page.getByRole("heading", { level: 1, name }).waitFor();
  });

  test("a skill says at its field what is wrong, keeps what was typed, and is found once it is approved", async () => {
    const page = await openSignedIn(url);
    const name = newName("form-skill");
    await page.goto("/registry");
    await page.getByRole("link", { name: "Submit" }).click();
    await page.getByRole("link", { name: /^Skill Teaches/ }).click();
    await drop(page, skillMd("No-Good"));
    await page.getByText("Filled the form from SKILL.md.").first().waitFor();
    expect(await optional(page, "Name").inputValue()).toBe("No-Good");
    await optional(page, "Name").fill(name);

    // No error is shown before the field loses the focus; then on every keystroke.
    const version = field(page, "Version");
    await version.fill("1.0");
    expect(await version.getAttribute("aria-invalid")).toBeNull();
    await version.blur();
    await page.getByText("Must be a semantic version").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await version.fill("1.0.0");
    await page.getByText("Must be a semantic version").waitFor({ state: "detached" });

    // Errors from the server are shown at the field too.
    await press(page, "Submit for review");
    const text = field(page, "SKILL.md");
    await page.getByText("The name in the front matter must be lowercase letters and digits").waitFor();
    expect(await text.getAttribute("aria-invalid")).toBe("true");
    expect(await text.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await optional(page, "Name").inputValue()).toBe(name);
    const buffer = Buffer.from(skillMd(name));
    await page.getByLabel(/choose one/).setInputFiles({ name: "SKILL.md", mimeType: "text/markdown", buffer });
    await page.waitForFunction(() => document.querySelector("[aria-invalid]") === null);
    expect(await text.getAttribute("aria-invalid")).toBeNull();
    await page.getByRole("region", { name: "Preview of SKILL.md" }).getByText("Look again.").waitFor();
    await submit(page, name);

    await approve(page, name, "1.0.0");
    await page.goto(`/registry?q=${name}`);
    await page.getByRole("link", { name: new RegExp(name) }).waitFor();
  });

  test("asks before typed text is lost", async () => {
    const page = await openSignedIn(url);
    await fillCommon(page, "prompts", newName("form-lost"));
    await page.getByRole("link", { name: "Teams", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Stay" }).click();
    expect(await field(page, "Name").inputValue()).toMatch(/^form-lost/);
    const asked: string[] = [];
    page.on("dialog", (box) => {
      asked.push(box.type());
      void box.accept();
    });
    await page.reload();
    expect(asked).toEqual(["beforeunload"]);
    await fillCommon(page, "prompts", newName("form-lost"));
    await page.getByRole("link", { name: "Teams", exact: true }).click();
    await dialog.getByRole("button", { name: "Discard changes" }).click();
    await page.getByRole("heading", { level: 1, name: "Teams" }).waitFor();
  });

  test("a name that is taken is reported at the name", async () => {
    const page = await openSignedIn(url);
    const name = newName("form-taken");
    for (const attempt of [1, 2]) {
      await fillCommon(page, "prompts", name);
      await field(page, "Template").fill("Say {{ word }}.");
      if (attempt === 1) await submit(page, name);
      else await press(page, "Submit for review");
    }
    await page.getByRole("alert").waitFor();
    expect(await field(page, "Name").getAttribute("aria-invalid")).toBe("true");
    await page.goto("/");
  });

  test("a hook, with a command and a timeout", async () => {
    const page = await openSignedIn(url);
    const name = newName("form-hook");
    await fillCommon(page, "hooks", name);
    await press(page, "Submit for review");
    await page.getByText("The hook requires handler_config.command").first().waitFor();
    await field(page, "Event").selectOption("Stop");
    await optional(page, "Command").fill("echo done");
    await optional(page, "Timeout (seconds)").fill("10");
    await submit(page, name);
    await page.getByText('"timeout": 10').waitFor();
  });

  test("a prompt, with a variable in a row that can be removed again", async () => {
    const page = await openSignedIn(url);
    const name = newName("form-prompt");
    await fillCommon(page, "prompts", name);
    await field(page, "Category").selectOption("debugging");
    await field(page, "Template").fill("Explain {{ topic }}.");
    await press(page, "Add variable");
    await press(page, "Add variable");
    await page.getByRole("group", { name: "variable 1" }).getByLabel("Name").fill("topic");
    await press(page, "Submit for review");
    await page.getByRole("group", { name: "variable 2" }).getByText("Required.").waitFor();
    await press(page, "Remove variable 2");
    await optional(page, "Model hints").fill("{temperature: 1}");
    await optional(page, "Model hints").blur();
    await page.getByText("Invalid JSON").waitFor();
    await optional(page, "Model hints").fill('{"temperature": 1}');
    await submit(page, name);
    await page.getByRole("cell", { name: "topic" }).waitFor();
  });

  test("a sandbox, with what its runtime needs", async () => {
    const page = await openSignedIn(url);
    const name = newName("form-sandbox");
    await fillCommon(page, "sandboxes", name);
    await press(page, "Submit for review");
    const image = field(page, "Image");
    expect(await image.getAttribute("aria-invalid")).toBe("true");
    await image.fill("ghcr.io/acme/node:22");
    await optional(page, "Memory").fill("512m");
    await submit(page, name);
    await page.getByText('"memory": "512m"').waitFor();
  });
});
