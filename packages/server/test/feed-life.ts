import type { NewFeed } from "@tackroom/contract";
import type { Person, Send } from "./people.js";

interface Life {
  readonly send: Send;
  readonly owner: Person;
}

/** Does everything that can be done to a feed, each of which succeeds, and gives its two secrets. */
export async function liveWithFeeds({ send, owner: { token } }: Life): Promise<string[]> {
  const call = async (line: Parameters<Send>[0], body?: object): Promise<NewFeed> => {
    const answer = await send(line, { token, body });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return (answer.statusCode === 204 ? {} : answer.json()) as NewFeed;
  };
  const { id, secret } = await call("POST /feeds", { name: "Editor", content: "visible" });
  await call(`PATCH /feeds/${id}`, { name: "Editors", expires_in_days: 30 });
  const rotated = await call(`POST /feeds/${id}/rotate`);
  await send(`GET /c/${rotated.secret}/v0.1/servers`);
  await call(`DELETE /feeds/${id}`);
  return [secret, rotated.secret];
}
