import { randomUUID } from "node:crypto";
import { ITEM_TYPES, KINDS, type ItemType } from "@tackroom/contract";
import { stockShelf, submissionOf, type Shelf, type Shown } from "../items.js";
import type { Person, Send } from "../people.js";
import type { Random } from "./random.js";

/** Items of every type that requests can name, and that are there again when rubbish has deleted them. */
export interface KnownItems {
  /** Whatever an `{id}` may be: an id, a name, both parts of it, the beginning of an id. */
  nameOf(type: ItemType, random: Random): string;
  anyId(random: Random): string;
  restock(type: ItemType): Promise<void>;
}

export async function stockItems(send: Send, people: { owner: Person; reviewer: Person }): Promise<KnownItems> {
  const shelf = stockShelf(send, people.reviewer);
  const stocked = new Map<ItemType, Shown[]>(ITEM_TYPES.map((type) => [type, []]));
  const restock = async (type: ItemType): Promise<void> => {
    const name = `bare-${randomUUID().slice(0, 8)}`;
    const bare = await send(`POST /${type}/draft`, { token: people.owner.token, body: { name } });
    stocked.get(type)?.push(bare.json(), ...(await make(shelf, type, people.owner)));
  };
  for (const type of ITEM_TYPES) await restock(type);
  const pick = (type: ItemType, random: Random): Shown => random.pick(stocked.get(type)?.slice(-8) ?? []);
  return {
    restock,
    anyId: (random) => pick(random.pick(ITEM_TYPES), random).id,
    nameOf(type, random) {
      const { id, name, qualified_name } = pick(type, random);
      return random.chance(0.6) ? id : random.pick([name, qualified_name, id.slice(0, 8), id.toUpperCase()]);
    },
  };
}

/** One of each state that something can be in; one agent has a component. */
async function make(shelf: Shelf, type: ItemType, owner: Person): Promise<Shown[]> {
  const approved = await shelf.publish(type, owner);
  const pending = await shelf.submit(type, owner);
  const own = await shelf.submit(type, owner, { visibility: "owner" });
  if (type !== "agents") return [approved, pending, own];
  const mcp = await shelf.publish("mcps", owner);
  const components = [{ component_type: KINDS.mcps.kind, component_id: mcp.id }];
  return [approved, pending, own, await shelf.publish("agents", owner, { components })];
}

/** What the server would take for a new item of this type. */
export const goodSubmission = (type: ItemType): Record<string, unknown> => submissionOf(type);
