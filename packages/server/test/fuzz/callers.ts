import { randomUUID } from "node:crypto";
import { ROLES, type Role } from "@tackroom/contract";
import { createSend, invitePeople, type Person } from "../people.js";
import type { TestServer } from "../server.js";
import { stockItems } from "./items.js";
import type { Known } from "./operations.js";

/** Someone who sends rubbish, with credentials that outlive what the rubbish does. */
export interface Fuzzer {
  readonly name: "anonymous" | Role;
  credentials(): Readonly<Record<string, string>>;
  /** Rubbish can sign out whoever sends it; the key signs them in again. */
  renew(): Promise<void>;
}

export async function inviteFuzzers(server: TestServer): Promise<{ fuzzers: Fuzzer[]; known: Known }> {
  const send = createSend(server);
  const people = await invitePeople(server);
  const [user, root] = [await people.join(), await people.join("super_admin")];
  const victims = [await people.join(), await people.join("admin")];
  const spare = await send("POST /keys", { token: user.token, body: { name: "spare" } });
  const settings: { key: string }[] = (await send("GET /admin/settings", { token: root.token })).json();

  for (const name of ["security.allow_draft_install", "deployment.public_registry_enabled"]) {
    await send(`PUT /admin/settings/${name}`, { token: root.token, body: { value: true } });
  }
  const team = await send("POST /teams", { token: user.token, body: { name: "Fuzz" } });
  const items = await stockItems(send, { owner: user, reviewer: root });

  const signedIn = async (name: Role, person: Person): Promise<Fuzzer> => {
    const made = await send("POST /keys", { token: person.token, body: { name: "fuzz" } });
    const { key }: { key: string } = made.json();
    let { token } = person;
    let turn = 0;
    return {
      name,
      credentials: () => (turn++ % 3 === 0 ? { "x-api-key": key } : { authorization: `Bearer ${token}` }),
      async renew() {
        const again = await send("POST /auth/login", { body: { api_key: key } });
        token = again.json().access_token;
      },
    };
  };
  const anonymous: Fuzzer = { name: "anonymous", credentials: () => ({}), renew: async () => undefined };
  const others: Partial<Record<Role, Person>> = { user, super_admin: root };
  const fuzzers = [anonymous];
  for (const role of ROLES) fuzzers.push(await signedIn(role, others[role] ?? (await people.join(role))));
  return {
    fuzzers,
    known: {
      ids: [...victims.map((victim) => victim.user.id), spare.json().id, team.json().id, randomUUID()],
      settings: settings.map(({ key }) => key),
      teams: [team.json().id, randomUUID()],
      items,
      emails: [...victims.map((victim) => victim.user.email), "nobody@example.com"],
    },
  };
}
