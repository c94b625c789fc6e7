import { randomUUID } from "node:crypto";
import type { InboxEntry, ReviewComment, SubmissionComments } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSql } from "../platform/relational/index.js";
import { stockShelf, type Shelf, type Shown } from "../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../test/people.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

describe.each(largestSize)("comments on a submission ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let shelf: Shelf;
  let [ada, bob, reviewer]: Person[] = [];
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
    [ada, bob, reviewer] = [await people.join(), await people.join(), await people.join("reviewer")];
  });
  afterAll(() => server.close());

  const as = (by: Person | undefined) => ({ token: by?.token });
  const comment = (id: string, body: object, by = reviewer) => send(`POST /review/${id}/comments`, { ...as(by), body });
  const read = async (id: string, by = reviewer): Promise<SubmissionComments> =>
    (await send(`GET /review/${id}/comments`, as(by))).json();
  const onLine = async (item: Shown, by = reviewer): Promise<ReviewComment> =>
    (await comment(item.id, { text: "Why?", digest: item.digest, file: "SKILL.md", line: 8 }, by)).json();
  const inboxOf = async (by: Person | undefined): Promise<InboxEntry[]> =>
    (await send("GET /me/inbox", as(by))).json().items;
  const edit = (id: string, page: string) =>
    send(`PUT /skills/${id}/draft`, { ...as(ada), body: { skill_md_content: page } });
  const PAGE = "---\nname: tidy\ndescription: Tidies code\n---\n\n# Tidy\n\nDo it well.\n";

  test("are written on a line, answered by the author, resolved and opened again", async () => {
    const item = await shelf.submit("skills", ada as Person);
    const first = await onLine(item);
    expect(first).toMatchObject({
      file: "SKILL.md",
      line: 8,
      line_text: "Do it.",
      outdated: false,
      is_own: true,
      digest: item.digest,
      version: "1.0.0",
      author: reviewer?.user.username,
    });
    const reply = await comment(item.id, { text: "Because.", reply_to: first.id }, ada);
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toMatchObject({ reply_to: first.id, file: "SKILL.md", line: 8 });
    const change = (resolved: boolean, id = first.id) =>
      send(`PATCH /review/${item.id}/comments/${id}`, { ...as(ada), body: { resolved } });
    expect((await change(true)).json()).toMatchObject({ resolved_by: ada?.user.username });
    expect((await change(false)).json()).toMatchObject({ resolved_by: null, resolved_at: null });
    expect(verdict(await change(true, reply.json().id))).toEqual([400, "invalid_state"]);
    const { items, total } = await read(item.id, ada);
    expect([items.map(({ text }) => text), total]).toEqual([["Because.", "Why?"], 2]);
  });

  test("stay with the bytes they were written about", async () => {
    const item = await shelf.submit("skills", ada as Person);
    const { id } = await onLine(item);
    await edit(item.id, PAGE);
    expect((await read(item.id)).items).toMatchObject([{ id, outdated: true, line: 8, line_text: "Do it." }]);
    // Whoever has not seen the new bytes comments on nothing.
    const late = await comment(item.id, { text: "And this?", digest: item.digest });
    expect(verdict(late)).toEqual([409, "changed_since_review"]);
    const { submission } = await read(item.id);
    expect(late.json().digest).toBe(submission?.digest);
    expect((await comment(item.id, { text: "Better", digest: submission?.digest })).json().outdated).toBe(false);
    expect((await comment(item.id, { text: "Yes", reply_to: id }, ada)).json().outdated).toBe(true);
  });

  test("are on files and lines that exist, and hold no secret", async () => {
    const { id, digest } = await shelf.submit("skills", ada as Person);
    const bodies = [
      { text: "?", digest, file: "nothing.md" },
      { text: "?", digest, file: "SKILL.md", line: 9 },
      { text: "?", digest, line: 1 },
      { text: "?" },
      { text: " ", digest },
      { text: "?", digest, reply_to: randomUUID() },
      { text: `ghp_${"aB3dE6gH9jK2mN5pQ8sT".repeat(2).slice(0, 36)}`, digest },
    ];
    for (const body of bodies) expect(verdict(await comment(id, body))).toEqual([422, "validation_failed"]);
    expect(verdict(await comment(id, { text: "?", reply_to: randomUUID() }))).toEqual([404, "not_found"]);
    const files = (await send(`GET /review/${id}/files`, as(ada))).json();
    expect(files.files.map(({ file, change }: { file: string; change: string }) => [file, change])).toEqual([
      ["description.md", "added"],
      ["SKILL.md", "added"],
      ["Fields", "added"],
    ]);
  });

  test("are for reviewers and authors who may see the item, as long as they may", async () => {
    const body = { name: `Team ${randomUUID().slice(0, 6)}`, visibility: "private" };
    const team = (await send("POST /teams", { ...as(ada), body })).json<{ id: string }>();
    const insider = await people.join("reviewer");
    const member = `/teams/${team.id}/members`;
    await send(`POST ${member}`, { ...as(ada), body: { user_id: insider.user.id } });
    const item = await shelf.submit("skills", ada as Person, { team_id: team.id, visibility: "team" });
    const { id } = await onLine(item, insider);
    const paths = [`GET /review/${item.id}/comments`, `GET /review/${item.id}/files`] as const;
    const areHiddenFrom = async (by: Person | undefined) => {
      for (const path of paths) expect(verdict(await send(path, as(by)))).toEqual([404, "not_found"]);
      const refused = [
        await comment(item.id, { text: "?", reply_to: id }, by),
        await send(`PATCH /review/${item.id}/comments/${id}`, { ...as(by), body: { resolved: true } }),
        await send(`DELETE /review/${item.id}/comments/${id}`, as(by)),
      ];
      for (const answer of refused) expect(verdict(answer)).toEqual([404, "not_found"]);
    };
    await areHiddenFrom(bob);
    await areHiddenFrom(reviewer);
    // A co-author who is not a member does not see the team's item.
    await send(`POST /skills/${item.id}/co-authors`, { ...as(ada), body: { user_id: bob?.user.id } });
    await areHiddenFrom(bob);
    expect((await read(item.id, insider)).total).toBe(1);
    await send(`DELETE ${member}/${insider.user.id}`, as(ada));
    await areHiddenFrom(insider);
    // A reply reaches nobody who has lost the item.
    await comment(item.id, { text: "Because.", reply_to: id }, ada);
    expect(await inboxOf(insider)).toEqual([]);
  });

  test("of a released item are not for everyone who may install it", async () => {
    const item = await shelf.submit("skills", ada as Person);
    await onLine(item);
    await shelf.approve(item.id);
    expect(verdict(await send(`GET /review/${item.id}/comments`, as(bob)))).toEqual([404, "not_found"]);
    expect(await read(item.id)).toMatchObject({ submission: { status: "approved" }, total: 1 });
    const { digest } = item;
    expect(verdict(await comment(item.id, { text: "Late", digest }))).toEqual([400, "invalid_state"]);
  });

  test("can be deleted by their writer until they are answered", async () => {
    const item = await shelf.submit("skills", ada as Person);
    const { id } = await onLine(item);
    const remove = (by: Person | undefined, of = id) => send(`DELETE /review/${item.id}/comments/${of}`, as(by));
    expect(verdict(await remove(ada))).toEqual([403, "forbidden"]);
    const reply = (await comment(item.id, { text: "Because.", reply_to: id }, ada)).json<ReviewComment>();
    expect(verdict(await remove(reviewer))).toEqual([400, "invalid_state"]);
    expect((await remove(ada, reply.id)).statusCode).toBe(204);
    expect((await remove(reviewer)).statusCode).toBe(204);
    expect((await read(item.id)).items).toEqual([]);
  });

  test("reach the authors, and answers reach the reviewer, but nobody hears of their own", async () => {
    const [author, friend, judge] = [await people.join(), await people.join(), await people.join("reviewer")];
    const item = await shelf.submit("skills", author);
    await send(`POST /skills/${item.id}/co-authors`, { ...as(author), body: { user_id: friend.user.id } });
    const { id } = await onLine(item, judge);
    const told = {
      kind: "submission.commented",
      title: `New comment on ${item.qualified_name} 1.0.0`,
      text: "SKILL.md:8: Why?",
      path: `/registry/skills/${item.qualified_name}?tab=review`,
    };
    for (const who of [author, friend]) expect(await inboxOf(who)).toMatchObject([told]);
    expect(await inboxOf(judge)).toEqual([]);
    await comment(item.id, { text: "Because.", reply_to: id }, author);
    expect(await inboxOf(judge)).toMatchObject([{ text: "SKILL.md:8: Because.", path: `/review/${item.id}` }]);
    expect([(await inboxOf(author)).length, (await inboxOf(friend)).length]).toEqual([1, 2]);
  });

  test("go with the item, and outlive the account of their writer", async () => {
    const item = await shelf.submit("skills", ada as Person);
    const leaving = await people.join("reviewer");
    await onLine(item, leaving);
    await send(`DELETE /admin/users/${leaving.user.id}`, as(await people.join("super_admin")));
    expect((await read(item.id)).items).toMatchObject([{ author: null, text: "Why?" }]);
    await send(`DELETE /skills/${item.id}`, as(ada));
    expect(verdict(await send(`GET /review/${item.id}/comments`, as(people.admin)))).toEqual([404, "not_found"]);
  });

  test("are limited in number", async () => {
    const item = await shelf.submit("skills", ada as Person);
    const body = { text: "Again", digest: item.digest };
    await comment(item.id, body);
    await runSql(
      server.platform.relational,
      `INSERT INTO review_comment (id, item_id, version_id, kind, version, digest, text)
       SELECT gen_random_uuid(), item_id, version_id, kind, version, digest, text
       FROM review_comment, generate_series(1, 198) WHERE item_id = $1`,
      [item.id],
    );
    expect((await comment(item.id, body)).statusCode).toBe(201);
    expect(verdict(await comment(item.id, body))).toEqual([409, "conflict"]);
    expect((await read(item.id)).total).toBe(200);
  });
});
