// What signing in and the guard cost, against baselines of the same run: a small request without credentials, and Argon2
// alone. Aims: the guard under a tenth of a small request when embedded (at scale it is one read of the database, so that
// what another replica has revoked is seen); logins at the speed of Argon2.
import { createPasswords } from "@tackroom/server/auth/passwords/passwords";
import { endpoint, None } from "@tackroom/contract";
import { Type } from "typebox";
import { EMAIL, median, PASSWORD, startServer } from "./support/start-server.js";

const ROUNDS = 15;
const REQUESTS = 400;
const LOGINS = 24;

const small = {
  method: "GET",
  module: "bench",
  summary: "bench",
  audited: false,
  params: None,
  query: None,
  body: None,
} as const;
const reply = Type.Object({ ok: Type.Boolean() });
const open = endpoint({ ...small, path: "/bench/open", access: "anyone", reply, errors: [] });
const guarded = endpoint({ ...small, path: "/bench/guarded", access: "user", reply, errors: [] });

const { platform, send, bootstrap, close } = await startServer({
  mountMore: (mount) => {
    mount(open, async () => ({ ok: true }));
    mount(guarded, async () => ({ ok: true }));
  },
});

async function millisecondsEach(times: number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / times;
}

async function guard(token: string): Promise<void> {
  const ratios: number[] = [];
  const plain: number[] = [];
  const round = (path: string): Promise<number> =>
    millisecondsEach(REQUESTS, async () => {
      for (let sent = 0; sent < REQUESTS; sent++) {
        const { status } = await send("GET", path, token);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      }
    });
  for (let each = 0; each < ROUNDS; each++) {
    // Both orders, so that neither always profits from what the other has warmed.
    const first = await round(each % 2 ? "/bench/open" : "/bench/guarded");
    const second = await round(each % 2 ? "/bench/guarded" : "/bench/open");
    const [without, guardedBy] = each % 2 ? [first, second] : [second, first];
    if (each < 3) continue;
    ratios.push((guardedBy - without) / without);
    plain.push(without);
  }
  console.log(
    `guard on ${platform.relational.engine}: ${median(ratios).toFixed(2)} of a small request ` +
      `(${median(plain).toFixed(2)} ms without it; aim under 0.10 when embedded)`,
  );
}

async function logins(): Promise<void> {
  const passwords = createPasswords();
  const hashed = await passwords.hash(PASSWORD);
  const together = (work: () => Promise<unknown>): Promise<number> =>
    millisecondsEach(LOGINS, () => Promise.all(Array.from({ length: LOGINS }, work)));
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let each = 0; each < 5; each++) {
    const alone = await together(() => passwords.verify(hashed, PASSWORD));
    const login = await together(async () => {
      const { status } = await send("POST", "/auth/login", undefined, { email: EMAIL, password: PASSWORD });
      if (status !== 200) throw new Error(`login answered ${status}`);
    });
    ratios.push(alone / login);
    speeds.push(1000 / login);
  }
  console.log(
    `${LOGINS} logins at once: ${median(ratios).toFixed(2)} of the speed of Argon2 alone ` +
      `(${median(speeds).toFixed(1)} logins/s; aim 0.8, the rest being signatures, the transaction and the record)`,
  );
}

await guard(await bootstrap());
await logins();
await close();
