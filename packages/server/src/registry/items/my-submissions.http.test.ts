import type { MySubmission } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf, submissionOf, type Shelf, type Shown } from "../../../test/items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("one's own submissions ($size)", (on) => {
  let server: TestServer;
  let send: Send;
  let people: People & { admin: Person };
  let shelf: Shelf;
  beforeAll(async () => {
    server = await startTestServer({ on });
    send = createSend(server);
    people = await invitePeople(server);
    shelf = stockShelf(send, people.admin);
  });
  afterAll(() => server.close());

  const mine = async (by: Person, query = ""): Promise<MySubmission[]> =>
    (await send(`GET /me/submissions${query}`, { token: by.token })).json();
  const reject = (item: Shown, reason: string) =>
    send(`POST /review/${item.id}/reject`, { token: people.admin.token, body: { reason } });

  test("are listed across kinds while they wait and after a rejection", async () => {
    const [ada, bob] = [await people.join(), await people.join()];
    const first = await shelf.submit("skills", ada);
    const second = await shelf.submit("prompts", ada);
    await shelf.submit("prompts", bob);
    await shelf.publish("hooks", ada);
    await send("POST /prompts/draft", { token: ada.token, body: submissionOf("prompts") });
    await reject(first, "Pin the download.");
    expect(await mine(ada)).toEqual([
      {
        type: "prompts",
        id: second.id,
        name: second.name,
        qualified_name: second.qualified_name,
        version: "1.0.0",
        status: "pending",
        rejection_reason: null,
        changes_requested_at: null,
        submitted_at: expect.any(String),
      },
      expect.objectContaining({
        type: "skills",
        id: first.id,
        status: "rejected",
        rejection_reason: "Pin the download.",
      }),
    ]);
    const page = await send("GET /me/submissions?limit=1&offset=1", { token: ada.token });
    expect([page.headers["x-total-count"], page.json<MySubmission[]>().map(({ id }) => id)]).toEqual(["2", [first.id]]);
  });

  test("say when changes were requested, until they are submitted", async () => {
    const ada = await people.join();
    const { id, digest } = await shelf.submit("prompts", ada);
    const body = { message: "Name the audience.", digest };
    await send(`POST /review/${id}/request-changes`, { token: people.admin.token, body });
    expect(await mine(ada)).toMatchObject([{ status: "pending", changes_requested_at: expect.any(String) }]);
    await send(`POST /prompts/${id}/submit`, { token: ada.token });
    expect(await mine(ada)).toMatchObject([{ status: "pending", changes_requested_at: null }]);
  });

  test("that were rejected leave when there is a newer version", async () => {
    const ada = await people.join();
    const item = await shelf.submit("prompts", ada);
    await reject(item, "No");
    await send(`POST /prompts/${item.id}/versions`, {
      token: ada.token,
      body: { version: "1.0.1", description: "Yes" },
    });
    expect((await mine(ada)).map(({ version, status }) => [version, status])).toEqual([["1.0.1", "pending"]]);
    await shelf.approve(item.id);
    expect(await mine(ada)).toEqual([]);
  });
});
