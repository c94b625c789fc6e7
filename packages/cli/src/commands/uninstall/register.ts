import { Option, type Command } from "commander";
import type { Does } from "../../run.js";
import { DRY_RUN_OF_FILES, examples, FOLLOW_LINKS } from "../examples.js";
import { repeatable } from "../../repeatable.js";

export function registerUninstall(program: Command, does: Does): void {
  program
    .command("uninstall")
    .argument(
      "<item>",
      "UUID, namespace/slug or name, as in tack.lock; add the kind (skill:ada/tidy) if two kinds share a name",
    )
    .description("Remove an installed item from your files")
    .option("--harness <id>", "only from this harness (repeatable)", repeatable)
    .addOption(new Option("--scope <scope>", "only from this scope").choices(["project", "user"]))
    .option("--yes", "do not ask for confirmation; also remove files that were changed since")
    .option("--keep-changed", "keep files that were changed since, also with --yes")
    .option("--dry-run", DRY_RUN_OF_FILES)
    .option("--follow-links", FOLLOW_LINKS)
    .addHelpText(
      "after",
      examples(
        "tack uninstall ada/example",
        "tack uninstall ada/example --yes",
        "tack uninstall ada/example --yes --keep-changed",
      ),
    )
    .action(does(async () => (await import("./uninstall-item.js")).uninstallItem));
}
