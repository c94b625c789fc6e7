import type { ReplyOf } from "@tackroom/contract/calls";
import { ROLES } from "@tackroom/contract/roles";
import { SIGN_IN_NAMES } from "@tackroom/contract/sign-in-methods";
import { openApi, type Api } from "../../api/client.js";
import { note, say, type Cli } from "../../cli.js";
import { CliError, usageError } from "../../errors.js";
import { printDone, printJson, printList, type Column } from "../../output.js";
import { readPage, type PageOptions } from "../paging.js";
import { isUuid } from "../people.js";

type User = ReplyOf<"listUsers">[number];
type Role = User["role"];

/** Narrower ones would have to cut the email addresses short. */
const WIDE_TERMINAL = 120;

const SIGN_IN_COLUMNS: readonly Column<User>[] = [
  { title: "LAST SIGN-IN", of: ({ last_sign_in_at: at }) => at?.slice(0, "2026-06-15".length) ?? "never" },
  { title: "METHOD", of: ({ last_sign_in_method: method }) => method && SIGN_IN_NAMES[method] },
];

/** `tack admin users` */
export async function listUsers(
  cli: Cli,
  options: PageOptions & { readonly search?: string; readonly role?: string },
): Promise<void> {
  const page = readPage(options);
  const { search, role } = options;
  const found = await openApi(cli).list("listUsers", { query: { ...page, search, role } });
  printList(
    cli,
    { ...found, ...page },
    [
      { title: "EMAIL", of: ({ email }) => email },
      { title: "USERNAME", of: ({ username }) => username },
      { title: "NAME", of: ({ name }) => name },
      { title: "ROLE", of: (user) => user.role },
      { title: "ACTIVE", of: ({ is_active }) => (is_active ? "yes" : "no") },
      { title: "DEPARTMENT", of: ({ department }) => department },
      ...((cli.stdout.columns ?? 0) >= WIDE_TERMINAL ? SIGN_IN_COLUMNS : []),
    ],
    "No matching accounts.",
  );
}

interface CreateOptions {
  readonly name: string;
  readonly username?: string;
  readonly department?: string;
  readonly role: Role;
}

/** `tack admin create-user` */
export async function createUser(cli: Cli, email: string, options: CreateOptions): Promise<void> {
  const { name, username, department, role } = options;
  const user = await openApi(cli).call("createUser", {
    body: {
      email,
      name,
      role,
      ...(username === undefined ? {} : { username }),
      ...(department === undefined ? {} : { department }),
    },
  });
  if (cli.flags.output === "json") return printJson(cli, user);
  note(cli, `Created ${user.email} (${user.role}). Save this password; it is not shown again:`);
  say(cli, user.password ?? "");
}

/** Requires an exact ID, email or username, because a partial name could match another account. */
export async function findUser(api: Api, person: string): Promise<{ id: string; email: string }> {
  if (isUuid(person)) return { id: person, email: person };
  const { items } = await api.list("listUsers", { query: { search: person, limit: 200 } });
  const found = items.find(({ email, username }) => [email, username].includes(person));
  if (found) return found;
  throw new CliError("not_found", `No account found with the email or username ${person}.`, {
    remediation: `Search for it: tack admin users --search ${person}`,
  });
}

/** `tack admin reset-password` */
export async function resetUserPassword(cli: Cli, person: string): Promise<void> {
  const api = openApi(cli);
  const { id, email } = await findUser(api, person);
  const reply = await api.call("setUserPassword", { params: { id }, body: { generate: true } });
  if (cli.flags.output === "json") return printJson(cli, reply);
  note(cli, `${email} has been signed out everywhere. Save the new password; it is not shown again:`);
  say(cli, reply.generated_password ?? "");
}

/** `tack admin set-role` */
export async function setUserRole(cli: Cli, person: string, role: string): Promise<void> {
  if (!ROLES.some((each) => each === role))
    throw usageError(`Unknown role "${role}".`, `Use one of ${ROLES.join(", ")}.`);
  const api = openApi(cli);
  const { id } = await findUser(api, person);
  const user = await api.call("setUserRole", { params: { id }, body: { role: role as Role } });
  printDone(cli, `${user.email} now has the role ${user.role}.`, user);
}
