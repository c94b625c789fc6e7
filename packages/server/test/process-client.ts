import { runServer, type ServerProcess } from "./run-server.js";

/** A server as a process of its own, and someone who calls it. */
export interface ProcessClient {
  readonly server: ServerProcess;
  /** Sent with every call, if there is one; outlives the process. */
  token: string;
  call<T>(line: `${"GET" | "POST" | "PUT"} ${string}`, body?: object): Promise<T>;
}

export async function startProcess(env: Record<string, string>, token = ""): Promise<ProcessClient> {
  const server = runServer(env);
  const address = await server.ready;
  const client: ProcessClient = {
    server,
    token,
    async call(line, body) {
      const [method = "", path = ""] = line.split(" ");
      const answer = await fetch(`${address}/api/v1${path}`, {
        method,
        headers: {
          "content-type": "application/json",
          ...(client.token && { authorization: `Bearer ${client.token}` }),
        },
        ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${line}: ${answer.status} ${text}`);
      return JSON.parse(text);
    },
  };
  return client;
}
