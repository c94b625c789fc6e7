import type { Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";

export function registerSandbox(program: Command, does: Does, isTyped: IsTyped): void {
  const sandbox = program.command("sandbox").description("Run sandboxes installed from the registry");
  if (!isTyped("sandbox")) return;
  sandbox
    .command("serve")
    .description("Run an MCP server on standard input that runs commands in sandboxes (started by harnesses)")
    .addHelpText(
      "after",
      examples(
        `TACK_SANDBOXES='[{"name":"node","runtime_type":"docker","image":"node:20.19-slim"}]' tack sandbox serve`,
      ),
    )
    .action(does(async () => (await import("./serve-sandboxes.js")).serveSandboxes));
}
