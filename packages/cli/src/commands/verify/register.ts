import type { Command } from "commander";
import type { Does } from "../../run.js";
import { examples, FOLLOW_LINKS } from "../examples.js";

export function registerVerify(program: Command, does: Does): void {
  program
    .command("verify")
    .description("Compare what is installed with tack.lock, and tack.lock with the registry")
    .option("--offline", "compare only the files, without contacting the registry")
    .option("--follow-links", FOLLOW_LINKS)
    .addHelpText("after", examples("tack verify", "tack verify --offline", "tack verify -o json"))
    .action(does(async () => (await import("./verify-installed.js")).verifyInstalled));
}
