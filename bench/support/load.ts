// A thread that sends requests, so that the server's event loop is busy with the server only.
import { Agent, request } from "node:http";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** Each sender posts its bodies one after another; senders run side by side. */
export interface Load {
  readonly port: number;
  readonly path: string;
  readonly token: string;
  readonly senders: readonly (readonly string[])[];
}

export interface Measured {
  readonly seconds: number;
  /** Of each request, in milliseconds. */
  readonly times: readonly number[];
}

export async function sendLoad(load: Load): Promise<Measured> {
  const worker = new Worker(new URL(import.meta.url), { workerData: load });
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
}

async function run({ port, path, token, senders }: Load): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: senders.length });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const times: number[] = [];
  const post = (body: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const options = {
        port,
        host: "127.0.0.1",
        agent,
        method: "POST",
        path,
        headers: { ...headers, "content-length": body.length },
      };
      const sent = request(options, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => (text += chunk));
        answer.on("end", () => {
          times.push(performance.now() - begun);
          if (answer.statusCode === 200) resolve();
          else reject(new Error(`${answer.statusCode}: ${text}`));
        });
      });
      sent.on("error", reject);
      sent.end(body);
    });
  const bodies = senders.map((sender) => sender.map((body) => Buffer.from(body)));
  const begun = performance.now();
  await Promise.all(
    bodies.map(async (sender) => {
      for (const body of sender) await post(body);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  agent.destroy();
  return { seconds, times };
}

if (!isMainThread && parentPort) parentPort.postMessage(await run(workerData as Load));
