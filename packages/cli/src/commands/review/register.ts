import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";
import { pageOptions } from "../paging.js";
import { KINDS } from "../../kinds.js";

export function registerReview(program: Command, does: Does, isTyped: IsTyped): void {
  const review = program.command("review").description("What waits for a reviewer");
  if (!isTyped("review")) return;
  pageOptions(review.command("list"))
    .description("The queue")
    .addOption(new Option("--type <kind>", "only of this kind").choices(KINDS))
    .addHelpText("after", examples("tack review list --type skill"))
    .action(does(async () => (await import("./submissions.js")).listSubmissions));
  review
    .command("show <item>")
    .description("One submission: what it changes, and what a reviewer should know")
    .addHelpText("after", examples("tack review show ada/tickets"))
    .action(does(async () => (await import("./submissions.js")).showSubmission));
  review
    .command("approve <item>")
    .description("Approve the newest version that waits, as it is shown to you now")
    .option("--category <category>", "put it into another category")
    .option("--digest <sha256:…>", "approve this content only, as `review show` prints its digest")
    .option("--yes", "do not ask")
    .addHelpText(
      "after",
      examples("tack review approve ada/tickets", "tack review approve ada/tickets --digest sha256:…"),
    )
    .action(does(async () => (await import("./decide.js")).approve));
  review
    .command("reject <item>")
    .description("Reject the newest version that waits")
    .option("--reason <text>", "what its author should mend")
    .addHelpText("after", examples('tack review reject ada/tickets --reason "Pin the package"'))
    .action(does(async () => (await import("./decide.js")).reject));
}
