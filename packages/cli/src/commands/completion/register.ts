import { Argument, type Command } from "commander";
import type { Does } from "../../run.js";
import { examples } from "../examples.js";

export function registerCompletion(program: Command, does: Does): void {
  program
    .command("completion")
    .description("Print a completion script for your shell")
    .addArgument(new Argument("<shell>", "shell to complete for").choices(["bash", "zsh", "fish"]))
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
    .description("Print completion candidates")
    .allowUnknownOption()
    .action(does(async () => (await import("./complete.js")).completeFrom(program)));
}
