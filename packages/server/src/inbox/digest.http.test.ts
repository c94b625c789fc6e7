import { createHmac, randomUUID } from "node:crypto";
import type { InboxDigest } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../test/eventually.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";
import { startWebSite, type SeenRequest, type WebSite } from "../../test/web-site.js";
import { runSql } from "../platform/relational/index.js";
import { notify } from "./index.js";
import { sendInboxDigest } from "./jobs.js";
import { sendDigest, type Reader } from "./send-digest.js";

const SECRET = "s3cret of the digest";

describe.each(largestSize)("the digest of unread notifications ($size)", (on) => {
  let server: TestServer;
  let site: WebSite;
  let send: Send;
  let people: People & { admin: Person };
  let status = 204;
  beforeAll(async () => {
    site = await startWebSite((_request, response) => void response.writeHead(status).end());
    server = await startTestServer({ on, env: { OUTBOUND_ALLOWED_HOSTS: site.host } });
    send = createSend(server);
    people = await invitePeople(server);
  });
  afterAll(async () => {
    await server.close();
    await site.close();
  });

  const tell = (to: Person, title: string): Promise<void> =>
    server.platform.relational.transaction((tx) =>
      notify(tx, {
        userIds: [to.user.id],
        kind: "update.available",
        title,
        text: "Text",
        path: "/registry",
        dedupeKey: randomUUID(),
      }),
    );
  const digest = (): Promise<void> => {
    const { relational: db, outbound } = server.platform;
    const target = () => ({ url: `${site.url}/digest`, secret: SECRET, webAppUrl: "https://tack.example" });
    return sendDigest({ db, outbound, target, findUsers });
  };
  const findUsers = async (ids: readonly string[]) => {
    const sql = "SELECT id, username, email, is_active FROM user_account WHERE id = ANY($1::uuid[])";
    const { rows } = await runSql(server.platform.relational, sql, [ids]);
    return new Map((rows as (Reader & { id: string })[]).map((row) => [row.id, row]));
  };
  const bodyOf = ({ body }: SeenRequest) => JSON.parse(body) as InboxDigest;
  const sentTo = ({ user }: Person) =>
    site.requests.flatMap((request) => bodyOf(request).users).filter(({ user_id }) => user_id === user.id);

  test("is signed, and says what each user has not read", async () => {
    const [ada, bob, eve] = [await people.join(), await people.join(), await people.join()];
    for (const title of ["one", "two"]) await tell(ada, title);
    await tell(bob, "bob's");
    await send("POST /me/inbox/read", { token: bob.token, body: { all: true } });
    await digest();
    expect(sentTo(ada)).toEqual([
      {
        user_id: ada.user.id,
        username: ada.user.username,
        email: ada.user.email,
        unread_count: 2,
        entries: ["two", "one"].map((title) => ({
          kind: "update.available",
          title,
          text: "Text",
          url: "https://tack.example/registry",
          created_at: expect.any(String),
        })),
      },
    ]);
    expect([sentTo(bob), sentTo(eve)]).toEqual([[], []]);
    const [request] = site.requests;
    const signed = `${request?.headers["x-tackroom-timestamp"] as string}.${request?.body}`;
    const expected = `sha256=${createHmac("sha256", SECRET).update(signed).digest("hex")}`;
    expect(request?.headers["x-tackroom-signature"]).toBe(expected);
  });

  test("says each entry once, and what the webhook did not take again before what came since", async () => {
    const ada = await people.join();
    await tell(ada, "first");
    status = 503;
    await expect(digest()).rejects.toThrow("status 503");
    status = 204;
    await tell(ada, "second");
    await digest();
    await digest();
    const titles = sentTo(ada).map(({ entries }) => entries.map(({ title }) => title));
    expect(titles).toEqual([["first"], ["first"], ["second"]]);
  });

  test("repeats the same entries under the same event ID, whatever comes between", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    await tell(ada, "again");
    status = 500;
    await expect(digest()).rejects.toThrow("status 500");
    await tell(ada, "later");
    await tell(bob, "bob's");
    await expect(digest()).rejects.toThrow("status 500");
    status = 204;
    await digest();
    const [first, second, third, next] = site.requests.slice(-4);
    const ids = [first, second, third, next].map((request) => request?.headers["x-tackroom-event-id"]);
    expect([new Set(ids.slice(0, 3)).size, new Set(ids).size]).toEqual([1, 2]);
    expect([second?.body, third?.body].map((body) => JSON.parse(body ?? "") as InboxDigest)).toMatchObject(
      [1, 2].map(() => ({ users: [{ user_id: ada.user.id, entries: [{ title: "again" }] }] })),
    );
    expect(sentTo(bob)).toMatchObject([{ entries: [{ title: "bob's" }] }]);
  });

  test("is not sent when nobody would be in it", async () => {
    const eve = await people.join();
    await tell(eve, "deactivated");
    await send(`PUT /admin/users/${eve.user.id}/active`, { token: people.admin.token, body: { active: false } });
    const before = site.requests.length;
    await digest();
    expect(site.requests).toHaveLength(before);
  });

  test("lists ten of many, and leaves out what is old and who is deactivated", async () => {
    const [ada, bob, eve] = [await people.join(), await people.join(), await people.join()];
    for (let number = 1; number <= 12; number++) await tell(ada, `entry ${number}`);
    await tell(bob, "old");
    await tell(eve, "deactivated");
    const age = "UPDATE inbox_entry SET created_at = now() - interval '8 days' WHERE title = 'old'";
    await runSql(server.platform.relational, age, []);
    await send(`PUT /admin/users/${eve.user.id}/active`, { token: people.admin.token, body: { active: false } });
    await digest();
    await digest();
    expect(sentTo(ada)).toMatchObject([{ unread_count: 12 }]);
    expect(sentTo(ada)[0]?.entries).toHaveLength(10);
    expect([sentTo(bob), sentTo(eve)]).toEqual([[], []]);
  });

  test("is sent by a job when an admin has set where to", async () => {
    const ada = await people.join();
    const run = () => server.platform.jobs.enqueue(sendInboxDigest, {});
    const set = (key: string, value: string) =>
      send(`PUT /admin/settings/${key}`, { token: people.admin.token, body: { value } });
    expect((await set("inbox.digest_webhook_url", `${site.url}/job`)).statusCode).toBe(200);
    expect((await set("inbox.digest_webhook_secret", SECRET)).statusCode).toBe(200);
    await tell(ada, "by the job");
    await run();
    await eventually(() => expect(sentTo(ada)).toMatchObject([{ entries: [{ title: "by the job" }] }]));
    expect(site.requests.at(-1)?.path).toBe("/job");
  });
});
