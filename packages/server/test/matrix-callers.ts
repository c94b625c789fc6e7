import { randomUUID } from "node:crypto";
import { ROLES, type Role } from "@tackroom/contract";
import { runSql } from "../src/platform/relational/index.js";
import { forgeTokens } from "./forged-tokens.js";
import { createMcpClients, type McpClients } from "./mcp-clients.js";
import { createSend, invitePeople, PASSWORD, type People, type Person, type Send } from "./people.js";
import type { TestServer } from "./server.js";

/** What the server must make of someone's headers, whichever endpoint they call. */
export type Standing =
  | { readonly is: "nobody" }
  | { readonly is: "refused" }
  | { readonly is: "deactivated" }
  | {
      readonly is: "known";
      readonly role: Role;
      readonly credential: "access" | "api_key" | "hooks" | "mcp";
      readonly mustChangePassword?: boolean;
    };

export interface MatrixCaller {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly standing: Standing;
}

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Everyone who could stand at the door, with what they hold in their hands. */
export async function gatherCallers(server: TestServer): Promise<MatrixCaller[]> {
  const send = createSend(server);
  const people = await invitePeople(server);
  const staff = await joinAll(people);
  const context = { server, send, people, staff, mcpClients: createMcpClients(server, send) };
  return [
    ...nobodies(staff),
    ...(await knownCallers(context)),
    ...(await endedCallers(context)),
    ...(await forgers(context)),
    ...garbled(staff),
  ];
}

type Staff = Readonly<Record<Role, Person>>;

interface Context {
  readonly server: TestServer;
  readonly send: Send;
  readonly people: People & { readonly admin: Person };
  readonly staff: Staff;
  readonly mcpClients: McpClients;
}

async function joinAll(people: People): Promise<Staff> {
  const staff: Partial<Record<Role, Person>> = {};
  for (const role of ROLES) staff[role] = await people.join(role);
  return staff as Staff;
}

function nobodies({ super_admin: { token, refreshToken } }: Staff): MatrixCaller[] {
  const standing = { is: "nobody" } as const;
  return [
    { name: "anonymous", headers: {}, standing },
    { name: "refresh cookie without its header", headers: { cookie: `tack_refresh=${refreshToken}` }, standing },
    {
      name: "token in a cookie",
      headers: { cookie: `access_token=${token}; authorization=Bearer ${token}` },
      standing,
    },
    { name: "token in a header of its own", headers: { "x-access-token": token, "x-authorization": token }, standing },
    {
      name: "user named by a proxy",
      headers: { "x-remote-user": "root@example.com", "x-user-role": "admin" },
      standing,
    },
  ];
}

const keyOf = async (send: Send, { token }: Person): Promise<{ key: string; id: string }> =>
  (await send("POST /keys", { token, body: { name: randomUUID() } })).json();

async function knownCallers({ send, people, staff, mcpClients }: Context): Promise<MatrixCaller[]> {
  const callers: MatrixCaller[] = [];
  const add = (name: string, headers: Record<string, string>, standing: Standing): void =>
    void callers.push({ name, headers, standing });
  for (const role of ROLES) {
    const { key } = await keyOf(send, staff[role]);
    const hooks = await send("POST /auth/hooks-token", { token: staff[role].token });
    add(role, bearer(staff[role].token), { is: "known", role, credential: "access" });
    add(`${role}'s API key`, { "x-api-key": key }, { is: "known", role, credential: "api_key" });
    add(`${role}'s API key as a bearer`, bearer(key), { is: "known", role, credential: "api_key" });
    add(`${role}'s hooks token`, bearer(hooks.json().access_token), { is: "known", role, credential: "hooks" });
    const { access_token: mcp } = await mcpClients.connect(staff[role]);
    add(`${role}'s MCP client`, bearer(mcp), { is: "known", role, credential: "mcp" });
  }
  const { key: rootKey } = await keyOf(send, staff.super_admin);
  const user = { is: "known", role: "user", credential: "access" } as const;
  add("user with a super admin's key beside the token", { ...bearer(staff.user.token), "x-api-key": rootKey }, user);

  const forced = await people.join("admin");
  const { key } = await keyOf(send, forced);
  const { access_token: mcp } = await mcpClients.connect(forced);
  const reset = { token: staff.super_admin.token, body: { new_password: `${PASSWORD}!` } };
  await send(`PUT /admin/users/${forced.user.id}/password`, reset);
  const body = { email: forced.user.email, password: `${PASSWORD}!` };
  const again = (await send("POST /auth/login", { body })).json();
  const pending = { is: "known", role: "admin", mustChangePassword: true } as const;
  add("admin who must change the password", bearer(again.access_token), { ...pending, credential: "access" });
  add("API key of an admin who must change the password", { "x-api-key": key }, { ...pending, credential: "api_key" });
  add("token from before the forced change", bearer(forced.token), { is: "refused" });
  add("MCP client from before the forced change", bearer(mcp), { is: "refused" });
  return callers;
}

async function endedCallers({ server, send, people, staff, mcpClients }: Context): Promise<MatrixCaller[]> {
  const token = staff.super_admin.token;
  const gone = await people.join("admin");
  const { key: goneKey } = await keyOf(send, gone);
  const goneHooks = await send("POST /auth/hooks-token", { token: gone.token });
  await send(`PUT /admin/users/${gone.user.id}/active`, { token, body: { active: false } });
  const signedOut = await people.join("admin");
  await send("POST /auth/logout", { token: signedOut.token });
  const revoked = await people.join("admin");
  await send("POST /auth/token/revoke", { body: { refresh_token: revoked.refreshToken } });
  const deleted = await people.join("admin");
  const { key: deletedKey } = await keyOf(send, deleted);
  await send(`DELETE /admin/users/${deleted.user.id}`, { token });

  const ended = await mcpClients.connect(staff.super_admin);
  await mcpClients.post("/oauth/revoke", { token: ended.refresh_token });
  const unended = await mcpClients.connect(staff.super_admin);

  const revokedKey = await keyOf(send, staff.super_admin);
  await send(`DELETE /keys/${revokedKey.id}`, { token });
  const expiredKey = await keyOf(send, staff.super_admin);
  const expire = "UPDATE api_key SET expires_at = now() - interval '1 second' WHERE id = $1";
  await runSql(server.platform.relational, expire, [expiredKey.id]);

  const refused = { is: "refused" } as const;
  return [
    { name: "deactivated admin", headers: bearer(gone.token), standing: refused },
    { name: "deactivated admin's API key", headers: { "x-api-key": goneKey }, standing: { is: "deactivated" } },
    {
      name: "deactivated admin's hooks token",
      headers: bearer(goneHooks.json().access_token),
      standing: { is: "deactivated" },
    },
    { name: "admin who signed out", headers: bearer(signedOut.token), standing: refused },
    { name: "admin whose sign-in was revoked", headers: bearer(revoked.token), standing: refused },
    { name: "deleted admin", headers: bearer(deleted.token), standing: refused },
    { name: "deleted admin's API key", headers: { "x-api-key": deletedKey }, standing: refused },
    { name: "MCP client whose access has ended", headers: bearer(ended.access_token), standing: refused },
    { name: "MCP client's refresh token", headers: bearer(unended.refresh_token), standing: refused },
    { name: "revoked API key", headers: { "x-api-key": revokedKey.key }, standing: refused },
    { name: "expired API key", headers: { "x-api-key": expiredKey.key }, standing: refused },
    { name: "expired API key as a bearer", headers: bearer(expiredKey.key), standing: refused },
  ];
}

async function forgers({ server, staff }: Context): Promise<MatrixCaller[]> {
  const genuine = staff.super_admin.token;
  const keyDirectory = server.platform.config.jwtKeyDir;
  const forged = await forgeTokens({ genuine, other: staff.user.token, keyDirectory });
  const tokens = { ...forged, "refresh token": staff.super_admin.refreshToken };
  return Object.entries(tokens).map(([name, token]) => ({
    name,
    headers: bearer(token),
    standing: { is: "refused" },
  }));
}

/** A real token, sent in a way that is none: guessing what was meant would be a way in. */
function garbled({ super_admin: { token } }: Staff): MatrixCaller[] {
  const credentials = {
    "Basic credentials": `Basic ${Buffer.from(`root@example.com:${PASSWORD}`).toString("base64")}`,
    "empty authorization": "",
    "Bearer without a token": "Bearer",
    "Bearer and a space": "Bearer ",
    "two tokens": `Bearer ${token} ${token}`,
    "two authorizations in one": `Bearer ${token}, Bearer ${token}`,
    "token without a scheme": token,
    "token under another scheme": `Token ${token}`,
    "token in quotes": `Bearer "${token}"`,
    "parameter instead of a token": `Bearer token=${token}`,
  };
  const refused = { is: "refused" } as const;
  return [
    ...Object.entries(credentials).map(([name, authorization]) => ({
      name,
      headers: { authorization },
      standing: refused,
    })),
    { name: "empty API key", headers: { "x-api-key": "" }, standing: refused },
    { name: "token as an API key", headers: { "x-api-key": token }, standing: refused },
    { name: "unknown API key", headers: { "x-api-key": `tack_live_${"A".repeat(43)}` }, standing: refused },
  ];
}
