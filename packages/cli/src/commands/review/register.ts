import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { DRY_RUN_OF_SENDING, examples, sendsNothing } from "../examples.js";
import { pageOptions } from "../paging.js";
import { KINDS } from "../../kinds.js";

export function registerReview(program: Command, does: Does, isTyped: IsTyped): void {
  const review = program.command("review").description("Review submissions");
  if (!isTyped("review")) return;
  pageOptions(review.command("list"))
    .description("List submissions that are waiting for review, or for their authors")
    .addOption(new Option("--type <kind>", "filter by kind").choices(KINDS))
    .addOption(new Option("--waiting-for <whom>", "filter by who has to act").choices(["reviewers", "authors"]))
    .option("--batch <id>", "only the submissions of one import, the riskiest first")
    .addHelpText("after", examples("tack review list --type skill", "tack review list --waiting-for authors"))
    .action(does(async () => (await import("./submissions.js")).listSubmissions));
  review
    .command("show <item>")
    .description(
      "Show a submission with its risks, permissions, changes (or all of a first version) and comments, in $PAGER",
    )
    .addHelpText("after", examples("tack review show ada/tickets"))
    .action(does(async () => (await import("./submissions.js")).showSubmission));
  registerDecisions(review, does);
  registerComments(review, does);
}

function registerDecisions(review: Command, does: Does): void {
  review
    .command("approve [items...]")
    .description(
      "Approve the newest pending version, as `review show` showed it last; several at once without high risks",
    )
    .option("--category <category>", "change its category")
    .option("--batch <id>", "everything that waits from one import, except what has a high risk")
    .option("--digest <sha256:…>", "approve only the content with this digest, as printed by `review show`")
    .option("--yes", "do not ask for confirmation")
    .option("--dry-run", DRY_RUN_OF_SENDING)
    .addHelpText(
      "after",
      examples(
        "tack review approve ada/tickets",
        "tack review approve ada/tickets --digest sha256:…",
        "tack review approve ada/tickets ada/tidy",
        "tack review approve --batch 0192f0c1-…",
      ),
    )
    .action(does(async () => (await import("./decide.js")).approve));
  review
    .command("reject [items...]")
    .description("Reject the newest pending version; several at once without high risks")
    .option("--reason <text>", "what the author should fix")
    .option("--dry-run", DRY_RUN_OF_SENDING)
    .option("--batch <id>", "everything that waits from one import, except what has a high risk")
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", examples('tack review reject ada/tickets --reason "Pin the package"'))
    .action(does(async () => (await import("./decide.js")).reject));
  review
    .command("request-changes <item>")
    .description("Request changes; the submission stays pending until its authors submit it again")
    .option("--message <text>", "what the authors should change (Markdown)")
    .option("--digest <sha256:…>", "only about the content with this digest, as printed by `review show`")
    .option("--dry-run", DRY_RUN_OF_SENDING)
    .addHelpText("after", examples('tack review request-changes ada/tickets --message "Pin the package"'))
    .action(does(async () => (await import("./decide.js")).requestChanges));
}

function registerComments(review: Command, does: Does): void {
  pageOptions(review.command("comments <item>"))
    .description("List the comments on a submission, as a reviewer or as one of its authors")
    .addHelpText("after", examples("tack review comments ada/tickets"))
    .action(does(async () => (await import("./comments.js")).listComments));
  review
    .command("comment <item>")
    .addOption(sendsNothing())
    .description("Comment on a submission, on a line of it, or reply to a comment")
    .option("--text <text>", "the comment (Markdown)")
    .option("--file <file>", "the file, as printed by `review show`")
    .option("--line <number>", "the line of the file")
    .option("--reply-to <comment>", "the ID of the comment to reply to")
    .option("--digest <sha256:…>", "only about the content with this digest, as printed by `review show`")
    .addHelpText(
      "after",
      examples(
        'tack review comment ada/tidy --file SKILL.md --line 4 --text "Why does it need a shell?"',
        'tack review comment ada/tidy --reply-to 5f2c… --text "To run psql."',
      ),
    )
    .action(does(async () => (await import("./comments.js")).writeComment));
  review
    .command("resolve <item> <comment>")
    .addOption(sendsNothing())
    .description("Resolve a thread of comments, or reopen it")
    .option("--reopen", "open the thread again")
    .addHelpText("after", examples("tack review resolve ada/tidy 5f2c1a90-…"))
    .action(does(async () => (await import("./comments.js")).resolve));
}
