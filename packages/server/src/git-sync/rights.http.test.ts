import type { Role } from "@tackroom/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deliverA, pushA } from "../../test/git/deliveries.js";
import { eventually } from "../../test/eventually.js";
import {
  openSyncWorld,
  pythonServer,
  type Listing,
  type SyncWithSecret,
  type SyncWorld,
} from "../../test/git/sync-world.js";
import type { Person, Send } from "../../test/people.js";

let world: SyncWorld;
let owner: Person;

beforeAll(async () => {
  world = await openSyncWorld();
  owner = await world.people.join();
});
afterAll(() => world?.close());

const LOST =
  "The user who set up this sync can no longer change the MCP server. An owner must turn sync off and on again.";

const versionsOf = async (listing: Listing): Promise<string[]> => {
  const answer = await world.send(`GET /mcps/${listing.id}/versions`, { token: world.admin.token });
  return answer.json<{ items: { version: string }[] }>().items.map(({ version }) => version);
};
const setRole = (person: Person, role: Role) =>
  world.send(`PUT /admin/users/${person.user.id}/role`, { token: world.admin.token, body: { role } });
const addCoAuthor = (listing: Listing, { user }: Person) =>
  world.send(`POST /mcps/${listing.id}/co-authors`, { token: owner.token, body: { user_id: user.id } });
const removeCoAuthor = (listing: Listing, { user }: Person) =>
  world.send(`DELETE /mcps/${listing.id}/co-authors/${user.id}`, { token: owner.token });
const fetches = (listing: Listing): number =>
  world.host.requests.filter(({ path }) => path.startsWith(listing.repository.path)).length;

interface Loss {
  readonly listing: Listing;
  readonly publisher: Person;
}

const LOSSES: Readonly<
  Record<string, () => Promise<Loss & { lose(): ReturnType<Send>; regain?(): ReturnType<Send> }>>
> = {
  "is no longer a co-author": async () => {
    const [listing, publisher] = [await world.publish(owner), await world.people.join()];
    await addCoAuthor(listing, publisher);
    const regain = () => addCoAuthor(listing, publisher);
    return { listing, publisher, lose: () => removeCoAuthor(listing, publisher), regain };
  },
  "is no longer an admin": async () => {
    const [listing, publisher] = [await world.publish(owner), await world.people.join("admin")];
    const regain = () => setRole(publisher, "admin");
    return { listing, publisher, lose: () => setRole(publisher, "user"), regain };
  },
  "has given the listing away": async () => {
    const publisher = await world.people.join();
    const listing = { ...(await world.publish(publisher)), owner };
    const body = { user_id: owner.user.id };
    const lose = () => world.send(`POST /mcps/${listing.id}/transfer-ownership`, { token: world.admin.token, body });
    return { listing, publisher, lose };
  },
  "is deactivated": async () => {
    const [listing, publisher] = [await world.publish(owner), await world.people.join()];
    await addCoAuthor(listing, publisher);
    const setActive = (active: boolean) =>
      world.send(`PUT /admin/users/${publisher.user.id}/active`, { token: world.admin.token, body: { active } });
    return { listing, publisher, lose: () => setActive(false), regain: () => setActive(true) };
  },
  "has left the team space of a private listing": async () => {
    const publisher = await world.people.join();
    const handle = `team-${publisher.user.id.slice(0, 8)}`;
    const team = { name: handle, handle, visibility: "private" };
    const { id: teamId } = (await world.send("POST /teams", { token: owner.token, body: team })).json<{ id: string }>();
    const join = () =>
      world.send(`POST /teams/${teamId}/members`, { token: owner.token, body: { user_id: publisher.user.id } });
    await join();
    const listing = await world.publish(owner, { team_id: teamId, visibility: "team" });
    await addCoAuthor(listing, publisher);
    return {
      listing,
      publisher,
      lose: () => world.send(`DELETE /teams/${teamId}/members/${publisher.user.id}`, { token: owner.token }),
      regain: join,
    };
  },
};

describe.each(Object.entries(LOSSES))("a publisher who %s", (_how, prepare) => {
  test("publishes nothing more, and nothing is fetched for them, until sync is turned off and on again", async () => {
    const { listing, publisher, lose, regain } = await prepare();
    const sync = await world.enable({ id: listing.id, owner: publisher });
    await world.push(listing, sync, { "server.py": pythonServer("before_tool") });
    expect(await world.outcome({ id: listing.id, owner: publisher })).toMatchObject({ status: "success" });
    const lost = await lose();
    expect(lost.statusCode, lost.body).toBeLessThan(300);

    const before = fetches(listing);
    await world.push(listing, sync, { "server.py": pythonServer("after_tool") });
    expect(await world.outcome(listing)).toMatchObject({ status: "failed", error: LOST });
    expect(fetches(listing)).toBe(before);
    expect(await versionsOf(listing)).toEqual(["1.0.1", "1.0.0"]);

    // What was lost stays lost, also when it comes back.
    if (regain) {
      const regained = await regain();
      expect(regained.statusCode, regained.body).toBeLessThan(300);
      await world.push(listing, sync, { "server.py": pythonServer("regained_tool") });
      expect(await world.outcome(listing)).toMatchObject({ status: "failed", error: LOST });
      expect(fetches(listing)).toBe(before);
    }

    const takenOver = await world.send(`PUT /mcps/${listing.id}/webhook-sync`, { token: owner.token, body: {} });
    expect([takenOver.statusCode, takenOver.json().code]).toEqual([400, "invalid_state"]);
    await world.send(`DELETE /mcps/${listing.id}/webhook-sync`, { token: owner.token });
    const again = await world.enable({ id: listing.id, owner });
    expect(again.id).not.toBe(sync.id);
    await world.push(listing, again, { "server.py": pythonServer("again_tool") });
    expect(await world.outcome(listing)).toMatchObject({ status: "success", version: "1.0.2" });
  });
});

describe("while the repository is fetched", () => {
  /** Pushes, holds the fetch open for as long as `change` takes, and waits for the outcome. */
  const pushWhile = async (listing: Listing, sync: SyncWithSecret, change: () => ReturnType<Send>) => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    world.host.intercept = async ({ url }) => {
      if (url?.startsWith(listing.repository.path)) await held;
      return false;
    };
    await world.push(listing, sync, { "server.py": pythonServer("late_tool") });
    await eventually(async () => expect((await world.status(listing)).last_sync_status).toBe("syncing"));
    const changed = await change();
    expect(changed.statusCode, changed.body).toBeLessThan(300);
    letGo();
    world.host.intercept = () => false;
    return world.outcome(listing);
  };

  test("a publisher who loses access publishes nothing", async () => {
    const [listing, publisher] = [await world.publish(owner), await world.people.join()];
    await addCoAuthor(listing, publisher);
    const sync = await world.enable({ id: listing.id, owner: publisher });
    const outcome = await pushWhile(listing, sync, () => removeCoAuthor(listing, publisher));
    expect(outcome).toMatchObject({ status: "failed", error: LOST });
    expect(await versionsOf(listing)).toEqual(["1.0.0"]);
  });

  test("a branch that is no longer tracked is not published", async () => {
    const listing = await world.publish(owner);
    const sync = await world.enable(listing);
    const body = { branch: "stable" };
    const outcome = await pushWhile(listing, sync, () =>
      world.send(`PUT /mcps/${listing.id}/webhook-sync`, { token: owner.token, body }),
    );
    expect(outcome).toMatchObject({ status: "failed", error: "The tracked branch has changed. Run the sync again." });
    expect(await versionsOf(listing)).toEqual(["1.0.0"]);
  });
});

describe("what was reviewed is what is synced", () => {
  test("a repository that waits for a review is not fetched, and its deliveries are refused", async () => {
    const [listing, other] = [await world.publish(owner), await world.publish(owner)];
    const sync = await world.enable(listing);
    const body = { version: "2.0.0", description: "x", extra: { source_url: other.gitUrl } };
    const submitted = await world.send(`POST /mcps/${listing.id}/versions`, { token: owner.token, body });
    expect(submitted.statusCode, submitted.body).toBe(201);
    const payload = pushA({ url: other.gitUrl, sha: "a".repeat(40), message: "x" });
    expect((await deliverA(world.server, sync, { event: "push", payload })).statusCode).toBe(422);
    await world.push(listing, sync, { "server.py": pythonServer("own_tool") });
    expect(await world.outcome(listing)).toMatchObject({ status: "success" });
    expect((await world.detail(listing))["git_url"]).toBe(listing.gitUrl);
  });

  test("a listing that went back to review publishes nothing", async () => {
    const listing = await world.publish(owner, { visibility: "owner" });
    const sync = await world.enable(listing);
    const path = `/registry/mcp/${listing.id}/visibility` as const;
    await world.send(`PATCH ${path}`, { token: owner.token, body: { visibility: "public" } });
    const sha = listing.repository.commit({ "server.py": pythonServer("sneaky_tool") }, "sneaky");
    const payload = pushA({ url: listing.gitUrl, sha, message: "sneaky" });
    const answer = await deliverA(world.server, sync, { event: "push", payload });
    expect(answer.json()).toEqual({ status: "ignored", reason: "The MCP server has no approved version." });
    await world.send(`POST /mcps/${listing.id}/webhook-sync/run`, { token: owner.token });
    expect(await world.outcome(listing)).toMatchObject({ status: "failed" });
    expect(await versionsOf(listing)).toEqual(["1.0.0"]);
  });

  test("text that nobody can see is not published", async () => {
    const listing = await world.publish(owner);
    const sync = await world.enable(listing);
    const hidden = pythonServer("a_tool").replace("Does what", "Does\u{e0041}\u{e0042} what");
    await world.push(listing, sync, { "server.py": hidden });
    expect(await world.outcome(listing)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("tools[0]"),
    });
    expect(await versionsOf(listing)).toEqual(["1.0.0"]);
  });

  test("a secret in a commit message is not shown", async () => {
    const listing = await world.publish(owner);
    const sync = await world.enable(listing);
    const token = `ghp_${"aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5".slice(0, 36)}`;
    await world.push(listing, sync, { "server.py": pythonServer("a_tool") }, `fix: remove ${token}`);
    expect(await world.outcome(listing)).toMatchObject({ status: "success" });
    const { changelog } = await world.detail(listing);
    expect(changelog).toContain("fix: remove");
    expect(changelog).not.toContain(token);
  });

  test("agents that are pinned to the old version still get the old bytes", async () => {
    const listing = await world.publish(owner);
    const sync = await world.enable(listing);
    const install = async () => {
      const body = { harness: "cursor", version: "1.0.0" };
      return (await world.send(`POST /mcps/${listing.id}/install`, { token: owner.token, body })).json();
    };
    const before = await install();
    const artifact = async () =>
      (await world.send(`GET /artifacts/mcp/${listing.id}/1.0.0`, { token: owner.token })).body;
    const bytes = await artifact();
    await world.push(listing, sync, { "server.py": pythonServer("newer_tool") });
    expect(await world.outcome(listing)).toMatchObject({ status: "success", version: "1.0.1" });
    expect(await install()).toEqual(before);
    expect(await artifact()).toBe(bytes);
  });
});
