import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi, type Api } from "../../api/client.js";
import { consent } from "../../ask.js";
import { say, type Cli } from "../../cli.js";
import { printDone, printJson, printList, printThing, table } from "../../output.js";
import { isUuid } from "../people.js";
import { readPage, type PageOptions } from "../paging.js";

/** By id or handle. */
export function findTeam(api: Api, team: string): Promise<ReplyOf<"getTeam">> {
  return isUuid(team)
    ? api.call("getTeam", { params: { id: team } })
    : api.call("getTeamByHandle", { params: { handle: team } });
}

/** `tack team list` */
export async function listTeams(cli: Cli, options: PageOptions & { readonly all?: boolean }): Promise<void> {
  const page = readPage(options);
  const found = await openApi(cli).list(options.all ? "listAllTeams" : "listMyTeams", { query: page });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "HANDLE", of: ({ handle }) => handle },
      { title: "NAME", of: ({ name }) => name },
      { title: "YOUR ROLE", of: ({ role }) => role },
      { title: "MEMBERS", of: ({ member_count }) => member_count },
      { title: "VISIBLE TO", of: ({ visibility }) => (visibility === "public" ? "everyone" : "members") },
    ],
    "No teams. Create one: tack team create <name>",
  );
}

/** `tack team show` */
export async function showTeam(cli: Cli, name: string): Promise<void> {
  const api = openApi(cli);
  const team = await findTeam(api, name);
  const { items } = await api.list("listMembers", { params: { id: team.id }, query: { limit: 200 } });
  if (cli.flags.output === "json") return printJson(cli, { ...team, members: items });
  printThing(cli, team);
  const columns = [
    { title: "MEMBER", of: ({ username }: (typeof items)[number]) => username },
    { title: "EMAIL", of: ({ email }: (typeof items)[number]) => email },
    { title: "ROLE", of: ({ role }: (typeof items)[number]) => role },
  ];
  say(cli, `\n${table(cli, items, columns)}`);
}

interface CreateOptions {
  readonly handle?: string;
  readonly description?: string;
  readonly private?: boolean;
}

/** `tack team create` */
export async function createTeam(cli: Cli, name: string, options: CreateOptions): Promise<void> {
  const { handle, description } = options;
  const team = await openApi(cli).call("createTeam", {
    body: {
      name,
      ...(handle === undefined ? {} : { handle }),
      ...(description === undefined ? {} : { description }),
      visibility: options.private ? "private" : "public",
    },
  });
  printDone(cli, `Created the team ${team.name} with the namespace ${team.handle}.`, team);
}

/** `tack team delete` */
export async function deleteTeam(cli: Cli, name: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  const api = openApi(cli);
  const team = await findTeam(api, name);
  await consent(cli, `Delete the team ${team.name}?`, yes);
  await api.call("deleteTeam", { params: { id: team.id } });
  printDone(cli, `Deleted the team ${team.name}.`, { deleted: team.id });
}
