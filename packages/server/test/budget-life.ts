import type { Budget } from "@tackroom/contract";
import type { Person, Send } from "./people.js";

interface Life {
  readonly send: Send;
  readonly owner: Person;
}

/** Does everything that can be done to a budget, an inbox and saved views; each of it succeeds. */
export async function liveWithBudgets({ send, owner: { token } }: Life): Promise<void> {
  const call = async (line: Parameters<Send>[0], body?: object): Promise<string> => {
    const answer = await send(line, { token, body });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer.statusCode === 204 ? "" : answer.json<Budget>().id;
  };
  const id = await call("POST /budgets", { name: "Coding", amount_usd: 30 });
  await call(`PATCH /budgets/${id}`, { amount_usd: 60, status: "paused" });
  await call(`DELETE /budgets/${id}`);
  await call("POST /me/inbox/read", { all: true });
  await call("PUT /me/session-views/Mine", { params: { harness: "codex" } });
  await call("DELETE /me/session-views/Mine");
}
