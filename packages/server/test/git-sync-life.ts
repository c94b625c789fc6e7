import type { Person, Send } from "./people.js";
import { publishItem } from "./registry.js";
import type { TestServer } from "./server.js";

interface Life {
  readonly server: TestServer;
  readonly send: Send;
  readonly owner: Person;
}

/** Nobody answers there: what a sync does is none of this life's business. */
const git_url = "https://git.invalid/acme/tickets.git";

/** Does everything that can be done to a sync; each of it succeeds. The secrets that it had. */
export async function liveWithGitSync({ server, send, owner }: Life): Promise<string[]> {
  const { id } = await publishItem(server, "mcps", owner, { git_url });
  const call = async (line: `${"PUT" | "POST" | "DELETE"} ${string}`): Promise<string> => {
    const [method, path = ""] = line.split(" ");
    const answer = await send(`${method as "PUT"} /mcps/${id}/webhook-sync${path}`, {
      token: owner.token,
      ...(method === "PUT" ? { body: {} } : {}),
    });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.json<{ secret?: string }>().secret ?? "";
  };
  const secrets = [await call("PUT "), await call("POST /rotate-secret")];
  await call("POST /run");
  await call("DELETE ");
  return secrets;
}
