import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples, sendsNothing } from "../examples.js";
import { pageOptions } from "../paging.js";

export function registerFeed(program: Command, does: Does, isTyped: IsTyped): void {
  const feed = program.command("feed").description("Manage feeds: secret addresses for clients that cannot sign in");
  if (!isTyped("feed")) return;
  pageOptions(feed.command("list"))
    .description("List your feeds and how they are used; admins see all")
    .addHelpText("after", examples("tack feed list", "tack feed list -o json"))
    .action(does(async () => (await import("./feeds.js")).listFeeds));
  registerCreate(feed, does);
  feed
    .command("rotate <feed>")
    .addOption(sendsNothing())
    .description("Give a feed, named by its name or its ID, a new address; the old one stops working immediately")
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", examples("tack feed rotate laptops --yes"))
    .action(does(async () => (await import("./feeds.js")).rotateFeed));
  feed
    .command("revoke <feed>")
    .addOption(sendsNothing())
    .description("Revoke a feed, given by its name or its ID; its address stops working immediately")
    .option("--yes", "do not ask for confirmation")
    .addHelpText("after", examples("tack feed revoke laptops", "tack feed revoke 0190… --yes"))
    .action(does(async () => (await import("./feeds.js")).revokeFeed));
}

function registerCreate(feed: Command, does: Does): void {
  feed
    .command("create <name>")
    .addOption(sendsNothing())
    .description("Create a feed of everything that you may see, or of less; its address is shown only once")
    .addOption(new Option("--public", "only the public catalogue").conflicts(["team", "item"]))
    .addOption(new Option("--team <team>", "only the items of a team of yours: ID or handle").conflicts("item"))
    .option("--item <item...>", "only these items, each as kind:namespace/name or namespace/name")
    .option("--expires-in-days <days>", "expire the feed after this many days")
    .addHelpText(
      "after",
      examples(
        "tack feed create laptops --public --expires-in-days 90",
        "tack feed create platform --team platform",
        "tack feed create reviews --item skill:ada/careful-review --item ada/tickets",
      ),
    )
    .action(does(async () => (await import("./feeds.js")).createFeed));
}
