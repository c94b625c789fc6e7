// What subscribers cost, against baselines of the same run: one update to 1,000 sockets against one to a single socket, and
// ingest while a subscriber has stopped reading against ingest while none has. Aims: a thousand sockets for less than 200
// times the price of one; a stalled one for nothing (1.0).
import { WebSocket } from "ws";
import { median, startServer } from "./support/start-server.js";

const SUBSCRIBERS = 1000;
const ROUNDS = 15;
const BATCHES = 100;
const TOPIC = "telemetry.sessions";

const { platform, port, send, bootstrap, close } = await startServer();
const token = await bootstrap();

interface Subscriber {
  readonly socket: WebSocket;
  received: number;
}

let onUpdate: () => void = () => undefined;

function subscribe(): Promise<Subscriber> {
  const headers = { authorization: `Bearer ${token}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/graphql`, "graphql-transport-ws", { headers });
  const subscriber: Subscriber = { socket, received: 0 };
  const say = (message: object): void => socket.send(JSON.stringify(message));
  const query = "subscription { sessionUpdated { sessionId eventName acknowledgedLine } }";
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("open", () => say({ type: "connection_init" }));
    socket.on("message", (data: Buffer) => {
      const { type } = JSON.parse(data.toString()) as { type: string };
      if (type === "connection_ack") {
        say({ type: "subscribe", id: "1", payload: { query } });
        // Answered after the subscription has begun.
        say({ type: "subscribe", id: "2", payload: { query: "{ health }" } });
      } else if (type === "complete") resolve(subscriber);
      else if (type === "error") reject(new Error(data.toString()));
      else if (type === "next" && socket.readyState === socket.OPEN) {
        subscriber.received += 1;
        onUpdate();
      }
    });
  });
}

/** How long one update takes to reach so many. */
function deliver(to: number): Promise<number> {
  const begun = performance.now();
  let left = to;
  return new Promise((resolve) => {
    onUpdate = () => {
      left -= 1;
      if (left === 0) resolve(performance.now() - begun);
    };
    const update = { key: "k", userId: "u", sessionId: "s", harness: "codex", eventName: "session_push" };
    platform.bus.publish(TOPIC, { ...update, acknowledgedLine: 1 });
  });
}

async function deliveries(to: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await deliver(to));
  return median(times.slice(3));
}

async function fanOut(): Promise<void> {
  const subscribers = [await subscribe()];
  const one = await deliveries(1);
  while (subscribers.length < SUBSCRIBERS) {
    const more = Math.min(50, SUBSCRIBERS - subscribers.length);
    subscribers.push(...(await Promise.all(Array.from({ length: more }, subscribe))));
  }
  const all = await deliveries(SUBSCRIBERS);
  console.log(
    `one update to ${SUBSCRIBERS} subscribers: ${(all / one).toFixed(0)} times one to a single subscriber ` +
      `(${all.toFixed(1)} against ${one.toFixed(2)} ms, both ends in this process; aim under 200)`,
  );
  onUpdate = () => undefined;
  for (const { socket } of subscribers) socket.terminate();
}

/** The 99th percentile of a batch, and half of them. */
async function ingest(session_id: string): Promise<{ p99: number; p50: number }> {
  const times: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) {
    const lines = [JSON.stringify({ type: "user", message: { role: "user", content: `prompt ${batch}` } })];
    const begun = performance.now();
    const { status, text } = await send("POST", "/ingest/session", token, { session_id, lines, start_offset: batch });
    if (status !== 200) throw new Error(`ingest answered ${status} ${text}`);
    times.push(performance.now() - begun);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(BATCHES * 0.99)] ?? 0, p50: median(times) };
}

async function stalled(): Promise<void> {
  await ingest("warm");
  const pairs: { without: Awaited<ReturnType<typeof ingest>>; beside: Awaited<ReturnType<typeof ingest>> }[] = [];
  for (let round = 0; round < 3; round++) {
    const without = await ingest(`without-${round}`);
    const { socket } = await subscribe();
    socket.pause();
    const beside = await ingest(`beside-${round}`);
    socket.terminate();
    pairs.push({ without, beside });
  }
  const ratio = (of: "p99" | "p50"): string =>
    median(pairs.map(({ without, beside }) => beside[of] / without[of])).toFixed(2);
  console.log(
    `ingest beside a stalled subscriber: p99 ${ratio("p99")}, median ${ratio("p50")} of what it is without (aim 1.0)`,
  );
}

await fanOut();
await stalled();
await close();
