import type { Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { registerPull } from "../../install/register.js";
import { examples } from "../examples.js";
import { registerDelete, registerReading, registerSubmitting, registerTransfer } from "../registry/register.js";

export function registerAgent(program: Command, does: Does, isTyped: IsTyped): void {
  const agent = program.command("agent").description("Agents: compose, publish, and pull with everything they need");
  if (!isTyped("agent")) return;
  registerSubmitting(agent, "agent", does, "create");
  agent
    .command("init [folder]")
    .description("Begin an agent: writes agent.yaml")
    .option("--name <name>", "else that of the folder")
    .addHelpText("after", examples("tack agent init", "tack agent init reviewer --name backend-reviewer"))
    .action(does(async () => (await import("./init-agent.js")).initAgent));
  agent
    .command("add <kind> <item>")
    .description("Add a component of the registry to agent.yaml, pinned to its version")
    .option("--item-version <version>", "else the latest")
    .addHelpText("after", examples("tack agent add skill ada/tidy", "tack agent add mcp tickets --item-version 1.4.0"))
    .action(does(async () => (await import("./add-component.js")).addComponent));
  agent
    .command("build")
    .description("Check agent.yaml and its components, and show what would be published")
    .addHelpText("after", examples("tack agent build", "tack agent build -o json"))
    .action(does(async () => (await import("./build-agent.js")).buildAgent));
  agent
    .command("publish")
    .description("Hand agent.yaml in for review; a new version when the agent is there already")
    .option("--yes", "do not ask")
    .addHelpText("after", examples("tack agent publish"))
    .action(does(async () => (await import("./publish-agent.js")).publishAgent));
  agent
    .command("release")
    .description("Hand in a further version of an agent that is there")
    .option("--yes", "do not ask")
    .addHelpText("after", examples("tack agent release"))
    .action(does(async () => (await import("./publish-agent.js")).releaseAgent));
  registerPull(agent, does);
  registerReading(agent, "agent", does);
  registerDelete(agent, "agent", does);
  registerTransfer(agent, "agent", does);
}
