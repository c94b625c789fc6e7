import type { ReplyOf } from "@tackroom/contract/calls";
import { openApi, type Api } from "../../api/client.js";
import { consent } from "../../ask.js";
import { note, say, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printDone, printJson, printList } from "../../output.js";
import { wholeNumber } from "../numbers.js";
import { isUuid } from "../people.js";

/** `tack keys create` */
export async function createKey(
  cli: Cli,
  name: string,
  options: { readonly environment?: "live" | "test" | "dev"; readonly expiresInDays?: string },
): Promise<void> {
  const days = wholeNumber("--expires-in-days", options.expiresInDays);
  const made = await openApi(cli).call("createKey", {
    body: {
      name,
      ...(options.environment === undefined ? {} : { environment: options.environment }),
      ...(days === undefined ? {} : { expires_in_days: days }),
    },
  });
  showOnce(cli, made.key, made);
}

/** Prints only the key on stdout, so that scripts can capture it. */
function showOnce(cli: Cli, key: string, reply: unknown): void {
  if (cli.flags.output === "json") return printJson(cli, reply);
  note(cli, "Save this key; it is not shown again:");
  say(cli, key);
}

/** `tack keys list` */
export async function listKeys(cli: Cli, { status }: { readonly status?: string }): Promise<void> {
  const limit = 100;
  const page = await openApi(cli).list("listKeys", { query: { status, limit } });
  printList(
    cli,
    { ...page, limit },
    [
      { title: "ID", of: ({ id }) => id },
      { title: "NAME", of: ({ name }) => name },
      { title: "BEGINS", of: ({ prefix }) => prefix },
      { title: "LAST USED", of: ({ last_used_at }) => last_used_at ?? "never" },
      { title: "EXPIRES", of: ({ expires_at }) => expires_at ?? "never" },
      { title: "REVOKED", of: ({ revoked_at }) => revoked_at },
    ],
    "No API keys. Create one: tack keys create <name>",
  );
}

/** `tack keys rotate` */
export async function rotateKey(
  cli: Cli,
  typed: string,
  options: { readonly gracePeriodHours?: string; readonly immediate?: boolean },
): Promise<void> {
  const hours = wholeNumber("--grace-period-hours", options.gracePeriodHours);
  const api = openApi(cli);
  const { id } = await findKey(api, typed);
  const rotated = await api.call("rotateKey", {
    params: { id },
    body: { ...(hours === undefined ? {} : { grace_period_hours: hours }), immediate: options.immediate ?? false },
  });
  showOnce(cli, rotated.new_key, rotated);
}

/** `tack keys revoke` */
export async function revokeKey(cli: Cli, typed: string, { yes }: { readonly yes?: boolean }): Promise<void> {
  const api = openApi(cli);
  const { id, name } = await findKey(api, typed);
  const which = name === undefined ? id : `"${name}" (${id})`;
  await consent(cli, `Revoke the key ${which}? Anything that uses it stops working.`, yes);
  await api.call("deleteKey", { params: { id } });
  printDone(cli, `Revoked the key ${which}.`, { revoked: id });
}

type Key = ReplyOf<"listKeys">[number];

/** By its ID, its name, or the start of its ID or of the key itself, as `tack keys list` prints them. */
async function findKey(api: Api, typed: string): Promise<{ readonly id: string; readonly name?: string }> {
  if (isUuid(typed)) return { id: typed };
  const keys = await activeKeys(api);
  const named = keys.filter(({ name }) => name === typed);
  const matches = named.length > 0 ? named : keys.filter((key) => startsWith(key, typed));
  const [first, ...others] = matches;
  if (first === undefined) {
    throw new CliError("not_found", `None of your active keys has the name or ID ${typed}.`, {
      resource: typed,
      remediation: "List your keys: tack keys list",
    });
  }
  if (others.length === 0) return first;
  const lines = matches.map(({ id, name, prefix }) => `\n  ${id}  ${name}  ${prefix}`).join("");
  throw new CliError("conflict", `${matches.length} of your keys match ${typed}:${lines}`, {
    resource: typed,
    remediation: "Pass the ID of one of them.",
  });
}

const startsWith = ({ id, prefix }: Key, typed: string): boolean =>
  id.startsWith(typed.toLowerCase()) || prefix.startsWith(typed) || typed.startsWith(prefix);

const PAGE = 100;

async function activeKeys(api: Api): Promise<readonly Key[]> {
  const keys: Key[] = [];
  for (;;) {
    const page = await api.list("listKeys", { query: { status: "active", limit: PAGE, offset: keys.length } });
    keys.push(...page.items);
    if (page.items.length === 0 || keys.length >= page.total) return keys;
  }
}
