import type { Person, Send } from "./people.js";

/** Nobody answers there: what becomes of a delivery is none of this life's business. */
const webhook_url = "https://hooks.invalid/services/T0-webhook-token";

/** Does everything that can be done to an alert rule; each of it succeeds. The secrets that it had. */
export async function liveWithAlerts({ send, owner: { token } }: { readonly send: Send; readonly owner: Person }) {
  const call = async (line: Parameters<Send>[0], body?: object) => {
    const answer = await send(line, { token, ...(body ? { body } : {}) });
    if (answer.statusCode >= 300) throw new Error(answer.body);
    return answer;
  };
  const rule = { name: "Errors", metric: "error_rate", threshold: 0.5, condition: "above", webhook_url };
  const { id, webhook_secret } = (await call("POST /alerts", rule)).json<{ id: string; webhook_secret: string }>();
  await call(`PATCH /alerts/${id}`, { name: "Failures", webhook_url: `${webhook_url}?again` });
  await call(`POST /alerts/${id}/test`);
  await call(`DELETE /alerts/${id}`);
  return { alertWebhookSecret: webhook_secret, alertWebhookToken: "T0-webhook-token" };
}
