import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples } from "../examples.js";
import { pageOptions } from "../paging.js";

const role = (): Option => new Option("--role <role>", "what they may do").choices(["member", "owner"]);

export function registerTeam(program: Command, does: Does, isTyped: IsTyped): void {
  const team = program.command("team").description("Teams: who publishes and sees things together");
  if (!isTyped("team")) return;
  pageOptions(team.command("list"))
    .description("Your teams")
    .option("--all", "all that you may see")
    .action(does(async () => (await import("./teams.js")).listTeams));
  team
    .command("show <team>")
    .description("A team and its members, by handle or id")
    .action(does(async () => (await import("./teams.js")).showTeam));
  team
    .command("create <name>")
    .description("Make a team, which you then own")
    .option("--handle <handle>", "its namespace; else made of the name")
    .option("--description <text>", "what it is for")
    .option("--private", "shown to its members only")
    .addHelpText("after", examples('tack team create "Payments" --handle payments --private'))
    .action(does(async () => (await import("./teams.js")).createTeam));
  team
    .command("add <team> <person>")
    .description("Take someone in, by email or username")
    .addOption(role())
    .addHelpText("after", examples("tack team add payments bob@example.com --role owner"))
    .action(does(async () => (await import("./members.js")).addMember));
  team
    .command("set-role <team> <person> <role>")
    .description("Change what a member may do: owner or member")
    .action(does(async () => (await import("./members.js")).setMemberRole));
  team
    .command("remove <team> <person>")
    .description("Remove a member")
    .action(does(async () => (await import("./members.js")).removeMember));
  team
    .command("leave <team>")
    .description("Leave a team")
    .action(does(async () => (await import("./members.js")).leaveTeam));
  team
    .command("delete <team>")
    .description("Delete a team that has published nothing")
    .option("--yes", "do not ask")
    .action(does(async () => (await import("./teams.js")).deleteTeam));
}
