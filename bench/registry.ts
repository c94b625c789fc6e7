// Whether the registry keeps its speed: the same requests among 1,000 items and among 100,000, in one run. Aim: the median
// of each takes at most twice as long. `npm run bench -- registry`; ITEMS=20000 for a smaller run.
import { createHash } from "node:crypto";
import { compareGrowth, mediansOf, MODEL, publicCopy, publish } from "./support/growing-catalogue.js";
import { startServer } from "./support/start-server.js";

const many = Number(process.env["ITEMS"] ?? 100_000);

const server = await startServer();
const admin = await server.bootstrap();
const reader = await join();

/** Words that every 400th, and every 50th, description has. */
const rareWord = (round: number): string => wordOf(`rare ${round % 400}`);
const commonWord = (round: number): string => wordOf(`common ${round % 50}`);
const wordOf = (seed: string): string => createHash("md5").update(seed).digest("hex").slice(0, 8);

async function join(): Promise<string> {
  const account = { email: "bob@example.com", name: "Bob", password: "Other-Horse-8" };
  await server.send("POST", "/admin/users", admin, account);
  const { text } = await server.send("POST", "/auth/login", undefined, account);
  return (JSON.parse(text) as { access_token: string }).access_token;
}

interface Asked {
  readonly method: "GET" | "POST";
  readonly path: (round: number) => string;
  readonly body?: object;
}

/** As people search: for a name, for a rare word, for a common one. */
const WORDS = [publicCopy, rareWord, commonWord];
const wordInTurn = (round: number): string => WORDS[round % WORDS.length]?.(round) ?? "";

const REQUESTS: Readonly<Record<string, Asked>> = {
  "list, first page": { method: "GET", path: () => "/mcps" },
  "list by name": { method: "GET", path: () => "/mcps?sort=name&limit=20" },
  "list of a category": { method: "GET", path: () => "/mcps?category=databases&limit=20" },
  "detail by name": { method: "GET", path: (round) => `/mcps/${publicCopy(round)}` },
  "search, for each of the next in turn": { method: "GET", path: (round) => `/mcps?search=${wordInTurn(round)}` },
  "search for a rare word": { method: "GET", path: (round) => `/mcps?search=${publicCopy(round)}` },
  "search for a word of every 400th": { method: "GET", path: (round) => `/mcps?search=${rareWord(round)}` },
  "search for a word of every 50th": { method: "GET", path: (round) => `/mcps?search=${commonWord(round)}` },
  install: { method: "POST", path: (round) => `/mcps/${publicCopy(round)}/install`, body: { harness: "codex" } },
};

const asking =
  ({ method, path, body }: Asked) =>
  async (round: number) => {
    const { status, text } = await server.send(method, path(round), reader, body);
    if (status !== 200) throw new Error(`${method} ${path(round)} answered ${status} ${text}`);
  };
const asks = Object.fromEntries(Object.entries(REQUESTS).map(([name, asked]) => [name, asking(asked)]));

await publish(server, admin, "mcps", { ...MODEL, category: "general", command: "npx", args: ["-y", "x@1.0.0"] });
await compareGrowth(server, { many, aim: "aim at most 2" }, () => mediansOf(asks));
await server.close();
