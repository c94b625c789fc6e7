// Whether the surfaces of other clients keep their speed: the same pages among 1,000 servers and among 10,000, in one run. Aim: the
// median of each takes at most twice as long. `npm run bench -- interop`; ITEMS=100000 for a larger run.
import { compareGrowth, mediansOf, MODEL, publicCopy, publish } from "./support/growing-catalogue.js";
import { startServer } from "./support/start-server.js";

const many = Number(process.env["ITEMS"] ?? 10_000);
const server = await startServer();
const admin = await server.bootstrap();
await publish(server, admin, "mcps", { ...MODEL, category: "general", command: "npx", args: ["-y", "x@1.0.0"] });

const made = await server.send("POST", "/feeds", admin, { name: "Bench", content: "visible" });
const { secret } = JSON.parse(made.text) as { secret: string };

const get = (path: (round: number) => string) => async (round: number) => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/c/${secret}${path(round)}`);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path(round)} answered ${answer.status} ${text}`);
};

await compareGrowth(server, { many, aim: "aim at most 2" }, () =>
  mediansOf({
    "first page of latest versions": get(() => "/v0.1/servers?limit=50&version=latest"),
    "first page of all versions": get(() => "/v0.1/servers"),
    "what has changed since": get(() => {
      const since = new Date(Date.now() - 60_000).toISOString();
      return `/v0.1/servers?limit=50&updated_since=${since}`;
    }),
    "search for one": get((round) => `/v0.1/servers?limit=50&search=${publicCopy(round)}`),
    "one server": get((round) => `/v0.1/servers/local.tackroom%2Fada.${publicCopy(round)}/versions/latest`),
  }),
);
await server.close();
