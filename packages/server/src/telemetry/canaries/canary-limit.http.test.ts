import type { Canary } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stockShelf } from "../../../test/items.js";
import { createSend, invitePeople } from "../../../test/people.js";
import { startTestServer, type TestServer } from "../../../test/server.js";
import { largestSize } from "../../../test/sizes.js";

describe.each(largestSize)("canaries of an agent ($size)", (on) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ on });
  });
  afterAll(() => server.close());

  test("are at most fifty, however many are created at the same moment", async () => {
    const send = createSend(server);
    const people = await invitePeople(server);
    const agent = await stockShelf(send, people.admin).publish("agents", await people.join());
    const { token } = people.admin;
    const body = { agent_id: agent.id, canary_type: "numeric", injection_point: "context" };
    const answers = await Promise.all(Array.from({ length: 53 }, () => send("POST /admin/canaries", { token, body })));
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 409)).toHaveLength(3);
    const listed = await send(`GET /admin/canaries/${agent.id}`, { token });
    expect(listed.json<Canary[]>()).toHaveLength(50);
  });
});
