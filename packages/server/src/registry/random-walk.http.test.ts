import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandom, SEED } from "../../test/fuzz/random.js";
import { createSend, invitePeople } from "../../test/people.js";
import { ReleaseModel } from "../../test/registry-walk/release-model.js";
import { artifact, STEPS, type Walker } from "../../test/registry-walk/steps.js";
import { startTestServer, type TestServer } from "../../test/server.js";
import { largestSize } from "../../test/sizes.js";

/** Ten thousand take minutes: WALK_STEPS=10000 npm test -- random-walk. Another way each time: FUZZ_SEED=7. */
const WALK_STEPS = Number(process.env["WALK_STEPS"] ?? 600);

describe.each(largestSize)("a random walk ($size)", (on) => {
  let server: TestServer;
  let walker: Walker;
  beforeAll(async () => {
    server = await startTestServer({ on });
    const send = createSend(server);
    const people = await invitePeople(server);
    const three = [await people.join(), await people.join("reviewer"), await people.join()] as const;
    const teams: string[] = [];
    for (const visibility of ["public", "private"]) {
      const team = { token: three[0].token, body: { name: `Team ${visibility}`, visibility } };
      const { id } = (await send("POST /teams", team)).json();
      for (const { user } of three.slice(1)) {
        await send(`POST /teams/${id}/members`, { token: three[0].token, body: { user_id: user.id } });
      }
      teams.push(id);
    }
    const stranger = await people.join();
    walker = {
      send,
      random: createRandom("walk"),
      people: three,
      admin: people.admin,
      stranger,
      teams,
      model: new ReleaseModel(),
    };
  });
  afterAll(() => server.close());

  test(
    `of ${WALK_STEPS} operations (FUZZ_SEED=${SEED}) never changes what was released, nor shows it to others than it was approved for`,
    { timeout: 1_800_000 },
    async () => {
      const { random, model } = walker;
      let done = 0;
      for (let step = 0; step < WALK_STEPS; step += 1) {
        const status = await random.pick(STEPS)(walker);
        if (status >= 200 && status < 300) done += 1;
      }
      // A walk that is refused at every step would prove nothing.
      expect(done).toBeGreaterThan(WALK_STEPS / 5);
      expect(model.releases).toBeGreaterThan(WALK_STEPS / 50);
      const statuses = new Set<number>();
      for (const item of model.items) {
        for (const [number, { digest }] of item.versions) {
          const { statusCode, rawPayload } = await artifact(walker, item, number);
          statuses.add(statusCode);
          expect(statusCode, `${item.type} ${item.id} ${number}`).toBe(item.isDeleted ? 410 : 200);
          if (item.isDeleted) continue;
          expect(`sha256:${createHash("sha256").update(rawPayload).digest("hex")}`).toBe(digest);
        }
      }
      expect([...statuses].toSorted((a, b) => a - b)).toEqual([200, 410]);
    },
  );
});
