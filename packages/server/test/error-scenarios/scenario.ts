import type { LightMyRequestResponse } from "fastify";
import { createSend, invitePeople, type People, type Person, type Send } from "../people.js";
import type { TestServer } from "../server.js";
import type { SsoWorld } from "./sso-world.js";

/** Who and what a scenario can count on. */
export interface Stage {
  readonly server: TestServer;
  readonly send: Send;
  readonly people: People;
  readonly admin: Person;
  readonly boss: Person;
  readonly user: Person;
  /** Deactivated, with the key they had. */
  readonly gone: Person & { readonly key: string };
  readonly sso: SsoWorld;
}

/** Does what it takes, and gives the answer that has the code. Named by endpoint and code: `login invalid_credentials`. */
export type Scenario = (stage: Stage) => Promise<LightMyRequestResponse>;

export async function setStage(server: TestServer, sso: SsoWorld): Promise<Stage> {
  const send = createSend(server);
  const people = await invitePeople(server);
  const { admin } = people;
  const gone = await people.join();
  const { key } = (await send("POST /keys", { token: gone.token, body: { name: "mine" } })).json<{ key: string }>();
  await deactivate({ send, admin }, gone);
  const [user, boss] = [await people.join(), await people.join("super_admin")];
  return { server, send, people, admin, boss, user, gone: { ...gone, key }, sso };
}

export async function deactivate({ send, admin }: Pick<Stage, "send" | "admin">, { user }: Person): Promise<void> {
  await send(`PUT /admin/users/${user.id}/active`, { token: admin.token, body: { active: false } });
}

/** As if a setting were switched on, for this one request. */
export const switchedOn =
  (setting: string, scenario: Scenario): Scenario =>
  async (stage) => {
    const { send, admin } = stage;
    await send(`PUT /admin/settings/${setting}`, { token: admin.token, body: { value: true } });
    try {
      return await scenario(stage);
    } finally {
      await send(`DELETE /admin/settings/${setting}`, { token: admin.token });
    }
  };
