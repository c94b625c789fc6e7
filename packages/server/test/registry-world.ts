import { stockShelf, type Shelf } from "./items.js";
import { createSend, invitePeople, type People, type Person, type Send } from "./people.js";
import { startTestServer, type TestServer } from "./server.js";

/** What most suites of the registry start with. Neither `ada` nor `bob` has a role; `people.admin` approves for the shelf. */
export interface RegistryWorld {
  readonly server: TestServer;
  readonly send: Send;
  readonly people: People & { readonly admin: Person };
  readonly ada: Person;
  readonly bob: Person;
  readonly reviewer: Person;
  readonly shelf: Shelf;
}

export async function openRegistryWorld(options: Parameters<typeof startTestServer>[0]): Promise<RegistryWorld> {
  const server = await startTestServer(options);
  const send = createSend(server);
  const people = await invitePeople(server);
  return {
    server,
    send,
    people,
    ada: await people.join(),
    bob: await people.join(),
    reviewer: await people.join("reviewer"),
    shelf: stockShelf(send, people.admin),
  };
}
