import { Option, type Command } from "commander";
import { installOptions, placeOptions } from "../../install/register.js";
import type { Does } from "../../run.js";
import { DRY_RUN_OF_FILES, examples, FOLLOW_LINKS } from "../examples.js";

const NAMES = "name, namespace/name or UUID; with kind: in front and @version at the end if needed";

/** The commands that need no kind: what they are about is found by its name. */
export function registerInstalled(program: Command, does: Does): void {
  installOptions(program.command("install"))
    .argument("[items...]", NAMES)
    .description("Install items of any kind by name; without a name, exactly what tack.lock records")
    .addHelpText(
      "after",
      examples(
        "tack install ada/tidy",
        "tack install skill:ada/tidy@1.2.0 tickets --harness claude-code --yes",
        "tack install",
      ),
    )
    .action(does(async () => (await import("./install-named.js")).installNamed));
  placeOptions(program.command("update"))
    .argument("[items...]", "name, namespace/name or UUID, as in tack.lock (default: everything that is outdated)")
    .description("Update installed items to their latest versions")
    .addHelpText("after", examples("tack update", "tack update ada/tidy --yes", "tack update --dry-run"))
    .action(does(async () => (await import("./update-items.js")).updateInstalled));
  program
    .command("list")
    .description("List what is installed in this project and for your user")
    .addOption(new Option("--scope <scope>", "only this scope").choices(["project", "user"]))
    .option("--follow-links", FOLLOW_LINKS)
    .addHelpText("after", examples("tack list", "tack list --scope project -o json"))
    .action(does(async () => (await import("./list-installed.js")).listInstalled));
  program
    .command("info <item>")
    .description("Show what an item of any kind is, who reviewed it, what it risks, and how to install it")
    .addHelpText("after", examples("tack info ada/tidy", "tack info skill:tidy@1.2.0 -o json"))
    .action(does(async () => (await import("./show-info.js")).showInfo));
  program
    .command("init")
    .description("Set up this project: install what tack.lock records, and record sessions")
    .option("--yes", "do not ask for confirmation; overwrite existing files and values")
    .option("--dry-run", DRY_RUN_OF_FILES)
    .option("--no-recording", "do not set up session recording")
    .addHelpText("after", examples("tack init", "tack init --yes --no-recording"))
    .action(does(async () => (await import("./init-project.js")).initProject));
}
