import { Option, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";
import { KINDS } from "../../kinds.js";

export function registerSearch(program: Command, does: Does): void {
  program
    .command("search <words...>")
    .description("Find something for your agent: say what you need, in your own words")
    .addOption(new Option("--kind <kind>", "only of this kind").choices(KINDS))
    .option("--harness <id>", "only what works in this harness")
    .option("--limit <number>", "how many at most (10)")
    .addHelpText(
      "after",
      examples("tack search summarise my unread mail", "tack search tickets --kind mcp --harness cursor"),
    )
    .action(does(async () => (await import("./search-entries.js")).searchEntries));
}
