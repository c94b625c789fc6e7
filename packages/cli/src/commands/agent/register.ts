import type { Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { registerPull } from "../../install/register.js";
import { DRY_RUN_OF_FILES, DRY_RUN_OF_SENDING, examples } from "../examples.js";
import { registerDelete, registerReading, registerSubmitting, registerTransfer } from "../registry/register.js";

export function registerAgent(program: Command, does: Does, isTyped: IsTyped): void {
  const agent = program
    .command("agent")
    .description("Create, publish and install agents together with their components");
  if (!isTyped("agent")) return;
  registerSubmitting(agent, "agent", does, "create");
  agent
    .command("init [folder]")
    .description("Create an agent.yaml")
    .option("--name <name>", "name of the agent (default: the folder's name)")
    .option("--dry-run", DRY_RUN_OF_FILES)
    .addHelpText("after", examples("tack agent init", "tack agent init reviewer --name backend-reviewer"))
    .action(does(async () => (await import("./init-agent.js")).initAgent));
  agent
    .command("add <kind> <item>")
    .description("Add a registry component to agent.yaml, pinned to a version")
    .option("--item-version <version>", "version to pin (default: the latest)")
    .option("--dry-run", DRY_RUN_OF_FILES)
    .addHelpText("after", examples("tack agent add skill ada/tidy", "tack agent add mcp tickets --item-version 1.4.0"))
    .action(does(async () => (await import("./add-component.js")).addComponent));
  agent
    .command("build")
    .description("Validate agent.yaml and its components, and show what would be published")
    .addHelpText("after", examples("tack agent build", "tack agent build -o json"))
    .action(does(async () => (await import("./build-agent.js")).buildAgent));
  agent
    .command("publish")
    .description("Submit agent.yaml for review, as a new version if the agent already exists")
    .option("--yes", "do not ask for confirmation")
    .option("--dry-run", DRY_RUN_OF_SENDING)
    .addHelpText("after", examples("tack agent publish"))
    .action(does(async () => (await import("./publish-agent.js")).publishAgent));
  agent
    .command("release")
    .description("Submit a new version of an existing agent")
    .option("--yes", "do not ask for confirmation")
    .option("--dry-run", DRY_RUN_OF_SENDING)
    .addHelpText("after", examples("tack agent release"))
    .action(does(async () => (await import("./publish-agent.js")).releaseAgent));
  agent
    .command("scorecard <agent>")
    .description("Show how an agent performs, with the evidence for each score")
    .option("--days <days>", "days to look at, up to 365 (default: 30)")
    .option("--item-version <version>", "only sessions of this version")
    .addHelpText(
      "after",
      examples("tack agent scorecard ada/reviewer", "tack agent scorecard ada/reviewer --days 90 --item-version 1.4.0"),
    )
    .action(does(async () => (await import("./scorecard.js")).showScorecard));
  registerPull(agent, does);
  registerReading(agent, "agent", does);
  registerDelete(agent, "agent", does);
  registerTransfer(agent, "agent", does);
}
