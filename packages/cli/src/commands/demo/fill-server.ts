import { randomBytes } from "node:crypto";
import { openApi, type Api } from "../../api/client.js";
import { consent, withProgress } from "../../ask.js";
import { asCalled } from "../../called-as.js";
import { note, type Cli } from "../../cli.js";
import { CliError } from "../../errors.js";
import { printDone, printJson } from "../../output.js";
import { callOf, TYPE_OF } from "../../kinds.js";
import { ITEMS, PEOPLE, type DemoItem } from "./content.js";
import { demoSessions } from "./sessions.js";
import { NOTHING_SENT } from "../../dry-run.js";

/** `tack demo` */
export async function fillServer(
  cli: Cli,
  { yes, dryRun = false }: { readonly yes?: boolean; readonly dryRun?: boolean },
): Promise<void> {
  const admin = openApi(cli);
  await refuseIfFilled(admin);
  if (dryRun) return tellWhatWouldBe(cli, admin.server);
  await consent(
    cli,
    `Create ${PEOPLE.length} users, ${ITEMS.length} components and their sessions on ${admin.server}?`,
    yes,
  );
  const counts = await withProgress(cli, "Creating demo data", () => fill(cli, admin));
  note(cli, asCalled(cli, `Explore it at ${admin.server}, or with: tack search review, or tack review list`));
  printDone(cli, `Created ${counts.people} users, ${counts.items} components and ${counts.sessions} sessions.`, counts);
}

function tellWhatWouldBe(cli: Cli, server: string): void {
  const people = PEOPLE.map(({ username }) => username);
  const items = ITEMS.map(({ kind, body }) => `${kind}:${body.name}`);
  if (cli.flags.output === "json") return printJson(cli, { dry_run: true, people, items });
  note(cli, `Would create the users ${people.join(", ")} with sessions, and ${items.join(", ")}, on ${server}.`);
  note(cli, NOTHING_SENT);
}

async function refuseIfFilled(admin: Api): Promise<void> {
  const { items } = await admin.list("listUsers", { query: { search: PEOPLE[0]?.username, limit: 10 } });
  if (!items.some(({ username }) => username === PEOPLE[0]?.username)) return;
  throw new CliError("conflict", "The demo data already exists on this server.", {
    remediation: "Explore it with: tack search review",
  });
}

async function fill(cli: Cli, admin: Api): Promise<{ people: number; items: number; sessions: number }> {
  const people = new Map<string, Api>();
  for (const { username, name, role } of PEOPLE) {
    const account = { email: `${username}@demo.example`, password: `${randomBytes(12).toString("base64url")}-Aa1` };
    await admin.call("createUser", { body: { ...account, username, name, role } });
    const { access_token } = await openApi(cli, { anonymous: true }).call("login", { body: account });
    people.set(username, openApi(cli, { token: access_token }));
  }
  for (const item of ITEMS) await publish(item, admin, people);
  let sessions = 0;
  for (const [at, person] of [...people.values()].entries()) {
    for (const { id, lines } of demoSessions(at, new Date())) {
      await person.call("ingestSession", {
        body: { session_id: id, harness: "claude-code", project: "shop", lines: [...lines] },
      });
      sessions += 1;
    }
  }
  return { people: people.size, items: ITEMS.length, sessions };
}

async function publish(item: DemoItem, admin: Api, people: ReadonlyMap<string, Api>): Promise<void> {
  const { kind, by, fate, body, ratings = [] } = item;
  const author = people.get(by) ?? admin;
  const { id } = await author.call(callOf(kind, "submitItem"), { body });
  if (fate === "pending") return;
  if (fate !== "approved") {
    await admin.call("rejectSubmission", { params: { id }, body: { reason: fate.rejected } });
    return;
  }
  await admin.call("approveSubmission", { params: { id }, body: {} });
  for (const { by: rater, rating, comment } of ratings) {
    const feedback = { listing_id: id, listing_type: kind, rating, comment };
    await people.get(rater)?.call("giveFeedback", { body: feedback });
  }
  // Adds an install, because unused items look abandoned.
  for (const person of people.values()) {
    const path = `/api/v1/${TYPE_OF[kind]}/${id}/install`;
    await person.request({ method: "POST", path, body: JSON.stringify({ harness: "claude-code" }) });
  }
}
