import { Argument, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerCompletion(program: Command, does: Does): void {
  program
    .command("completion")
    .description("A script that lets your shell complete tack's words")
    .addArgument(new Argument("<shell>", "which shell").choices(["bash", "zsh", "fish"]))
    .addHelpText(
      "after",
      examples(
        "tack completion bash > ~/.local/share/bash-completion/completions/tack",
        'tack completion zsh > "${fpath[1]}/_tack"',
        "tack completion fish > ~/.config/fish/completions/tack.fish",
      ),
    )
    .action(does(async () => (await import("./print-completion.js")).printCompletion));
  program
    .command("__complete [words...]", { hidden: true })
    .description("What could come next")
    .allowUnknownOption()
    .action(does(async () => (await import("./complete.js")).completeFrom(program)));
}
