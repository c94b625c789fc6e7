import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";
import { pageOptions } from "../paging.js";
import { KINDS } from "../../kinds.js";

export function registerReview(program: Command, does: Does, isTyped: IsTyped): void {
  const review = program.command("review").description("Review submissions");
  if (!isTyped("review")) return;
  pageOptions(review.command("list"))
    .description("List submissions that are waiting for review")
    .addOption(new Option("--type <kind>", "filter by kind").choices(KINDS))
    .addHelpText("after", examples("tack review list --type skill"))
    .action(does(async () => (await import("./submissions.js")).listSubmissions));
  review
    .command("show <item>")
    .description("Show a submission with its changes and risks")
    .addHelpText("after", examples("tack review show ada/tickets"))
    .action(does(async () => (await import("./submissions.js")).showSubmission));
  review
    .command("approve <item>")
    .description("Approve the newest pending version, with the content shown to you")
    .option("--category <category>", "change its category")
    .option("--digest <sha256:…>", "approve only the content with this digest, as printed by `review show`")
    .option("--yes", "do not ask for confirmation")
    .addHelpText(
      "after",
      examples("tack review approve ada/tickets", "tack review approve ada/tickets --digest sha256:…"),
    )
    .action(does(async () => (await import("./decide.js")).approve));
  review
    .command("reject <item>")
    .description("Reject the newest pending version")
    .option("--reason <text>", "what the author should fix")
    .addHelpText("after", examples('tack review reject ada/tickets --reason "Pin the package"'))
    .action(does(async () => (await import("./decide.js")).reject));
}
