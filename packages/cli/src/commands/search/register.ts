import { Option, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";
import { KINDS } from "../../kinds.js";

export function registerSearch(program: Command, does: Does): void {
  program
    .command("search <words...>")
    .description("Search for components by describing what you need")
    .addOption(new Option("--kind <kind>", "filter by kind").choices(KINDS))
    .option("--harness <id>", "filter by harness")
    .option("--limit <number>", "max number of results (default: 10)")
    .addHelpText(
      "after",
      examples("tack search summarise my unread mail", "tack search tickets --kind mcp --harness cursor"),
    )
    .action(does(async () => (await import("./search-entries.js")).searchEntries));
}
