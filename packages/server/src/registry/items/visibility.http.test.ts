import { randomUUID } from "node:crypto";
import type { ItemKind, ItemType } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EVERY_TYPE, stockShelf, submissionOf, type Shelf, type Shown } from "../../../test/items.js";
import { createSend, invitePeople, verdict, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

type Line = Parameters<Send>[0];
interface Request {
  readonly line: Line;
  readonly body?: unknown;
}

/** Everything that can be asked about one item. */
function everyRequest({ type, kind }: { type: ItemType; kind: ItemKind }, id: string, someone: string): Request[] {
  const item = `/${type}/${encodeURIComponent(id)}`;
  return [
    ...["", "/versions", "/versions/1.0.0", "/versions/1.0.0/diff/1.1.0", "/versions/1.0.0/attestation"].map(
      (path) => ({
        line: `GET ${item}${path}` as const,
      }),
    ),
    ...["/metrics", "/co-authors"].map((path) => ({ line: `GET ${item}${path}` as const })),
    { line: `POST ${item}/install`, body: { harness: "cursor" } },
    { line: `POST ${item}/install`, body: { harness: "cursor", version: "1.0.0" } },
    { line: `PATCH ${item}`, body: { name: "mine-now" } },
    { line: `DELETE ${item}` },
    ...["archive", "unarchive"].map((path) => ({ line: `PATCH ${item}/${path}` as const })),
    ...["start-edit", "cancel-edit", "submit"].map((path) => ({ line: `POST ${item}/${path}` as const })),
    { line: `PUT ${item}/draft`, body: { description: "Mine" } },
    { line: `POST ${item}/versions`, body: { version: "3.0.0", description: "Mine", model_name: "x" } },
    { line: `PATCH ${item}/versions/1.0.0`, body: { yanked: true } },
    { line: `POST ${item}/co-authors`, body: { user_id: someone } },
    { line: `DELETE ${item}/co-authors/${someone}` },
    { line: `POST ${item}/transfer-ownership`, body: { user_id: someone } },
    { line: `PATCH /registry/${kind}/${encodeURIComponent(id)}/visibility`, body: { visibility: "public" } },
    { line: `GET /registry/resolve?type=${kind}&identifier=${encodeURIComponent(id)}` },
    { line: `GET /artifacts/${kind}/${encodeURIComponent(id)}/1.0.0` },
    { line: `GET /artifacts/${kind}/${encodeURIComponent(id)}/1.1.0` },
    ...(type === "prompts" ? [{ line: `POST ${item}/render` as const, body: { variables: {} } }] : []),
    ...(type === "agents"
      ? [
          ...["/resolve", "/manifest", "/versions/1.0.0/lock"].map((path) => ({ line: `GET ${item}${path}` as const })),
          { line: `POST ${item}/pull` as const, body: { harness: "cursor" } },
          { line: `PUT ${item}` as const, body: { prompt: "Mine" } },
        ]
      : []),
  ];
}

const everyReview = (type: ItemType, id: string): Request[] => [
  { line: `GET /review/${encodeURIComponent(id)}` },
  { line: `POST /review/${encodeURIComponent(id)}/approve` },
  { line: `POST /review/${encodeURIComponent(id)}/reject`, body: { reason: "no" } },
  { line: `POST /${type}/${encodeURIComponent(id)}/versions/1.1.0/review`, body: { action: "approve" } },
];

describe.each(largestSize)("what one may not see ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let ada: Person;
  let member: Person;
  let outsider: Person;
  let reviewer: Person;
  let shelf: Shelf;
  let team: { id: string; handle: string };
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    [ada, member, outsider, reviewer] = [
      await people.join(),
      await people.join(),
      await people.join(),
      await people.join("reviewer"),
    ];
    shelf = stockShelf(send, people.admin);
    const body = { name: `Owls ${randomUUID().slice(0, 6)}`, visibility: "private" };
    team = (await send("POST /teams", { token: ada.token, body })).json();
    const members = `POST /teams/${team.id}/members` as const;
    expect((await send(members, { token: ada.token, body: { user_id: member.user.id } })).statusCode).toBe(201);
  });
  afterAll(() => server.close());

  /** Approved 1.0.0, and 1.1.0 that waits for its review. */
  const hide = async (type: ItemType, visibility: string): Promise<Shown> => {
    const place = visibility === "team" ? { visibility, team_id: team.id } : { visibility };
    // Of its own bytes, whose digest nothing else has.
    const text = `---\nname: tidy\ndescription: Tidies\n---\n\n# ${randomUUID()}\n`;
    const item = await shelf.publish(type, ada, { ...place, ...(type === "skills" ? { skill_md_content: text } : {}) });
    const more = type === "agents" ? { model_name: "opus-x" } : {};
    const other = type === "skills" ? { skill_md_content: `${text}\nBetter.\n` } : {};
    const further = { version: "1.1.0", description: "Better", ...more, ...other };
    expect((await send(`POST /${type}/${item.id}/versions`, { token: ada.token, body: further })).statusCode).toBe(201);
    return item;
  };
  const ask = async ({ line, body }: Request, by: Person, id: string) => {
    const answer = await send(line, { token: by.token, ...(body === undefined ? {} : { body }) });
    const { request_id: _request, ...shown } = answer.json();
    return { line, status: answer.statusCode, body: JSON.parse(JSON.stringify(shown).replaceAll(id, "<id>")) };
  };

  describe.each(EVERY_TYPE)("of kind $kind", (of) => {
    const { type, kind } = of;
    test.each(["team", "owner"])("is answered like what never was: visibility %s", async (visibility) => {
      const item = await hide(type, visibility);
      const pairs = [
        [item.id, randomUUID()],
        [item.qualified_name, `${ada.user.username}/never-was`],
        [item.slug, "never-was"],
      ] as const;
      for (const [hidden, absent] of pairs) {
        const [own, other] = [hidden, absent].map((id) => everyRequest(of, id, outsider.user.id)) as [
          Request[],
          Request[],
        ];
        // However it is named it is looked up in one way: all of it by id, the first few by the other names.
        for (const [index, request] of own.slice(0, hidden === item.id ? own.length : 4).entries()) {
          const shown = await ask(request, outsider, hidden);
          const expected = await ask(other[index] as Request, outsider, absent);
          expect(shown.status, `${request.line} ${JSON.stringify(shown.body)}`).toBe(404);
          expect(shown.body, request.line).toEqual(expected.body);
          if (request.line.startsWith("GET")) {
            expect((await ask(request, reviewer, hidden)).body, `reviewer: ${request.line}`).toEqual(expected.body);
          }
        }
        const reviews = everyReview(type, hidden);
        for (const [index, request] of everyReview(type, absent).entries()) {
          const shown = await ask(reviews[index] as Request, reviewer, hidden);
          const expected = await ask(request, reviewer, absent);
          expect(shown.status, shown.line).toBe(404);
          expect(shown.body, shown.line).toEqual(expected.body);
          expect((await ask(reviews[index] as Request, outsider, hidden)).status).toBe(403);
        }
      }
      const prefix = item.id.slice(0, 13);
      expect(verdict(await send(`GET /review/${prefix}`, { token: reviewer.token }))).toEqual([404, "not_found"]);

      for (const by of [outsider, reviewer]) {
        const found = await send(`GET /${type}?search=${item.name}`, { token: by.token });
        const ids = found.json().map(({ id }: { id: string }) => id);
        expect(ids).not.toContain(item.id);
        expect(found.headers["x-total-count"]).toBe(String(ids.length));
        const queried = [`namespace=${item.qualified_name.split("/")[0]}`, `team_id=${team.id}`];
        for (const query of queried) {
          const list = await send(`GET /${type}?${query}`, { token: by.token });
          expect([list.json(), list.headers["x-total-count"]], query).toEqual([[], "0"]);
        }
      }
      for (const query of ["", `?type=${kind}`, `?team_id=${team.id}`]) {
        expect((await send(`GET /review${query}`, { token: reviewer.token })).body).not.toContain(item.id);
      }

      // Those who may see it do.
      await send(`POST /${type}/${item.id}/co-authors`, { token: ada.token, body: { user_id: reviewer.user.id } });
      const insiders = visibility === "team" ? [ada, member, people.admin] : [ada, reviewer, people.admin];
      const outsiders = visibility === "team" ? [outsider, reviewer] : [outsider, member];
      for (const by of insiders) {
        expect((await send(`GET /${type}/${item.slug}`, { token: by.token })).json().id).toBe(item.id);
        const found = await send(`GET /${type}?search=${item.name}`, { token: by.token });
        expect(found.json()[0].id).toBe(item.id);
        const install = { token: by.token, body: { harness: "cursor" } };
        expect((await send(`POST /${type}/${item.id}/install`, install)).statusCode).toBe(200);
        expect((await send(`GET /artifacts/${kind}/${item.id}/1.0.0`, { token: by.token })).statusCode).toBe(200);
      }
      for (const by of outsiders) {
        expect(verdict(await send(`GET /${type}/${item.id}`, { token: by.token }))).toEqual([404, "not_found"]);
      }
      expect((await send(`GET /artifacts/${kind}/${item.id}/1.0.0`)).statusCode).toBe(404);
    });
  });

  test("leaves no trace in an agent that others may see", async () => {
    const skill = await hide("skills", "team");
    const components = [{ component_type: "skill", component_id: skill.id, config_override: { note: "owls-only" } }];
    const agent = await shelf.publish("agents", ada, { components });
    await shelf.release("agents", agent.id, ada, { version: "1.1.0", model_name: "opus-x", components: [] });
    await shelf.release("agents", agent.id, ada, {
      version: "1.2.0",
      model_name: "opus-x",
      components: [{ component_type: "skill", component_id: skill.qualified_name }],
    });
    await send(`POST /agents/${agent.id}/versions`, {
      token: ada.token,
      body: { version: "1.3.0", model_name: "opus-y", components: [] },
    });
    const words = [skill.id, skill.slug, team.handle, "owls-only", skill.digest];
    const paths = ["", "/versions", "/versions/1.0.0", "/versions/1.2.0", "/resolve", "/manifest", "/co-authors"].map(
      (path) => `/agents/${agent.id}${path}`,
    );
    const further = [
      `/agents?search=${agent.name}`,
      `/agents/${agent.id}/versions/1.0.0/diff/1.1.0`,
      `/agents/${agent.id}/versions/1.1.0/diff/1.2.0`,
      `/agents/${agent.id}/versions/1.2.0/lock`,
      `/artifacts/agent/${agent.id}/1.2.0`,
      `/review/${agent.id}`,
      "/review",
    ];
    for (const path of [...paths, ...further]) {
      for (const by of [outsider, reviewer]) {
        const { body, statusCode } = await send(`GET ${path}`, { token: by.token });
        expect(statusCode, path).toBeLessThan(500);
        for (const word of words) expect(body, `${path} ${word}`).not.toContain(word);
      }
      const byMember = await send(`GET ${path}`, { token: member.token });
      expect(byMember.statusCode, path).toBe(path.startsWith("/review") ? 403 : 200);
    }
    for (const path of ["/manifest", "/versions/1.2.0/lock"]) {
      expect(verdict(await send(`GET /agents/${agent.id}${path}`, { token: outsider.token }))).toEqual([
        404,
        "not_found",
      ]);
    }
    for (const verb of ["pull", "install"]) {
      const pull = (by: Person): ReturnType<Send> =>
        send(`POST /agents/${agent.id}/${verb}`, { token: by.token, body: { harness: "cursor" } });
      const refused = await pull(outsider);
      expect(verdict(refused)).toEqual([404, "not_found"]);
      for (const word of words) expect(refused.body).not.toContain(word);
      expect((await pull(member)).statusCode).toBe(200);
    }
    expect((await send(`GET /agents/${agent.id}/resolve`, { token: outsider.token })).json()).toMatchObject({
      resolved: false,
      components: {},
      errors: [{ component_type: "skill", component_id: "" }],
    });
  });

  test("is no candidate of an ambiguous name, and takes no name from others", async () => {
    const name = `twin-${randomUUID().slice(0, 6)}`;
    const hidden = await shelf.publish("prompts", ada, { name, visibility: "owner" });
    const open = await shelf.publish("prompts", outsider, { name });
    expect((await send(`GET /prompts/${name}`, { token: outsider.token })).json().id).toBe(open.id);
    const byAda = await send(`GET /prompts/${name}`, { token: ada.token });
    expect(verdict(byAda)).toEqual([409, "ambiguous_name"]);
    expect(
      byAda
        .json()
        .candidates.map(({ id }: Shown) => id)
        .toSorted(),
    ).toEqual([hidden.id, open.id].toSorted());
    const taken = await send("POST /prompts", { token: ada.token, body: submissionOf("prompts", { name }) });
    expect(verdict(taken)).toEqual([409, "name_taken"]);
  });

  test("is lost at once by a member who leaves, and by a co-author who is removed", async () => {
    const leaver = await people.join();
    await send(`POST /teams/${team.id}/members`, { token: ada.token, body: { user_id: leaver.user.id } });
    const item = await shelf.publish("hooks", leaver, { visibility: "team", team_id: team.id });
    const shared = await shelf.publish("hooks", ada, { visibility: "owner" });
    const shares = `/hooks/${shared.id}/co-authors`;
    await send(`POST ${shares}`, { token: ada.token, body: { username: leaver.user.username } });
    const sees = async (id: string) => (await send(`GET /hooks/${id}`, { token: leaver.token })).statusCode;
    expect([await sees(item.id), await sees(shared.id)]).toEqual([200, 200]);
    await send(`POST /teams/${team.id}/leave`, { token: leaver.token });
    expect([await sees(item.id), await sees(shared.id)]).toEqual([404, 200]);
    expect((await send(`DELETE ${shares}/${leaver.user.id}`, { token: ada.token })).statusCode).toBe(204);
    expect(await sees(shared.id)).toBe(404);
    expect((await send("GET /hooks/my", { token: leaver.token })).json()).toEqual([]);
    const install = { token: leaver.token, body: { harness: "cursor" } };
    expect(verdict(await send(`POST /hooks/${item.id}/install`, install))).toEqual([404, "not_found"]);
  });

  test("is not among the versions that metrics name", async () => {
    const { id } = await hide("prompts", "public");
    for (const version of ["1.0.0", "1.1.0"]) {
      const body = { harness: "cursor", version };
      expect((await send(`POST /prompts/${id}/install`, { token: ada.token, body })).statusCode).toBe(200);
    }
    const namedTo = async ({ token }: Person): Promise<string[]> =>
      Object.keys((await send(`GET /prompts/${id}/metrics`, { token })).json().by_version).toSorted();
    expect(await namedTo(outsider)).toEqual(["1.0.0"]);
    expect(await namedTo(reviewer)).toEqual(["1.0.0", "1.1.0"]);
    expect((await send(`POST /review/${id}/reject`, { token: reviewer.token })).statusCode).toBe(200);
    expect(await namedTo(outsider)).toEqual(["1.0.0"]);
    expect(await namedTo(reviewer)).toEqual(["1.0.0"]);
    expect(await namedTo(ada)).toEqual(["1.0.0", "1.1.0"]);
  });
});
