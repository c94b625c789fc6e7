import { Option, type Command } from "commander";
import type { Does, IsTyped } from "../../run.js";
import { examples, sendsNothing } from "../examples.js";
import { pageOptions } from "../paging.js";

const role = (): Option => new Option("--role <role>", "role in the team").choices(["member", "owner"]);

export function registerTeam(program: Command, does: Does, isTyped: IsTyped): void {
  const team = program.command("team").description("Manage teams, which publish and share items together");
  if (!isTyped("team")) return;
  pageOptions(team.command("list"))
    .description("List your teams")
    .option("--all", "list all teams visible to you")
    .action(does(async () => (await import("./teams.js")).listTeams));
  team
    .command("show <team>")
    .description("Show a team and its members, by handle or ID")
    .action(does(async () => (await import("./teams.js")).showTeam));
  team
    .command("create <name>")
    .addOption(sendsNothing())
    .description("Create a team that you own")
    .option("--handle <handle>", "namespace of the team (default: derived from the name)")
    .option("--description <text>", "short description")
    .option("--private", "visible only to its members")
    .addHelpText("after", examples('tack team create "Payments" --handle payments --private'))
    .action(does(async () => (await import("./teams.js")).createTeam));
  team
    .command("add <team> <person>")
    .addOption(sendsNothing())
    .description("Add a member by email or username")
    .addOption(role())
    .addHelpText("after", examples("tack team add payments bob@example.com --role owner"))
    .action(does(async () => (await import("./members.js")).addMember));
  team
    .command("set-role <team> <person> <role>")
    .addOption(sendsNothing())
    .description("Change a member's role: owner or member")
    .action(does(async () => (await import("./members.js")).setMemberRole));
  team
    .command("remove <team> <person>")
    .addOption(sendsNothing())
    .description("Remove a member")
    .action(does(async () => (await import("./members.js")).removeMember));
  team
    .command("leave <team>")
    .addOption(sendsNothing())
    .description("Leave a team")
    .action(does(async () => (await import("./members.js")).leaveTeam));
  team
    .command("delete <team>")
    .addOption(sendsNothing())
    .description("Delete a team that has no published items")
    .option("--yes", "do not ask for confirmation")
    .action(does(async () => (await import("./teams.js")).deleteTeam));
}
