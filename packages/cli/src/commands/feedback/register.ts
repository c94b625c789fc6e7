import type { Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples, sendsNothing } from "../examples.js";
import { pageOptions } from "../paging.js";

export function registerFeedback(program: Command, does: Does, isTyped: IsTyped): void {
  const feedback = program.command("feedback").description("Rate items and list ratings");
  if (!isTyped("feedback")) return;
  feedback
    .command("give <kind> <item>")
    .addOption(sendsNothing())
    .description("Rate an item, or change your rating")
    .requiredOption("--rating <1-5>", "rating from 1 to 5")
    .option("--comment <text>", "comment to show with the rating")
    .option("--anonymous", "do not show your name")
    .addHelpText("after", examples('tack feedback give skill ada/tidy --rating 5 --comment "Saves an hour"'))
    .action(does(async () => (await import("./ratings.js")).giveFeedback));
  pageOptions(feedback.command("list <kind> <item>"))
    .description("List the ratings of an item")
    .addHelpText("after", examples("tack feedback list skill ada/tidy"))
    .action(does(async () => (await import("./ratings.js")).listFeedback));
}
