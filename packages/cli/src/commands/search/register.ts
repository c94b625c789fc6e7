import { Option, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";
import { KINDS } from "../../kinds.js";

export function registerSearch(program: Command, does: Does): void {
  program
    .command("search <words...>")
    .description("Find something for your agent, of any kind")
    .addOption(new Option("--kind <kind>", "only of this kind").choices(KINDS))
    .option("--limit <number>", "how many of each kind at most (10)")
    .addHelpText("after", examples("tack search code review", "tack search tickets --kind mcp"))
    .action(does(async () => (await import("./search-items.js")).searchItems));
}
