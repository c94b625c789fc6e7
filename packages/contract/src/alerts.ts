import { Type, type Static } from "typebox";
import { endpoint, None, READS } from "./endpoint.js";
import { line, moment, nullable, uuid } from "./registry/fields.js";
import { ListPage } from "./registry/shapes.js";

/** What a rule watches. `error_rate`: failed tool calls by tool calls, 0 to 1; `latency_p99`: of tool calls, in milliseconds. */
export const ALERT_METRICS = ["error_rate", "latency_p99", "token_usage", "cost_usd"] as const;
export type AlertMetric = (typeof ALERT_METRICS)[number];

export const ALERT_CONDITIONS = ["above", "below"] as const;
export type AlertCondition = (typeof ALERT_CONDITIONS)[number];

export const ALERT_TARGETS = ["mcp", "agent", "all"] as const;
export type AlertTarget = (typeof ALERT_TARGETS)[number];

export const ALERT_STATES = ["ok", "firing", "no_data"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

const Metric = Type.Enum([...ALERT_METRICS]);
const Condition = Type.Enum([...ALERT_CONDITIONS]);
const Target = Type.Enum([...ALERT_TARGETS]);
const Status = Type.Enum(["active", "paused"]);

const name = line(200);
const threshold = Type.Number({ minimum: -1e15, maximum: 1e15 });
const webhookUrl = Type.String({
  maxLength: 2000,
  pattern: "^(https?://[^\\s]+)?$",
  description: "a URL that starts with http:// or https://, or nothing",
});
const windowMinutes = Type.Integer({ minimum: 1, maximum: 1440 });
const cooldownMinutes = Type.Integer({ minimum: 0, maximum: 44_640 });

/** What decides when a rule fires. */
const watched = {
  metric: Metric,
  threshold,
  condition: Condition,
  target_type: Type.Enum([...ALERT_TARGETS], { default: "all" }),
  target_id: Type.String({
    maxLength: 200,
    default: "",
    description: "ID of the agent or MCP server, or the name that clients report it by",
  }),
  window_minutes: Type.Integer({ minimum: 1, maximum: 1440, default: 5 }),
  cooldown_minutes: Type.Integer({ minimum: 0, maximum: 44_640, default: 15 }),
};

export const AlertRule = Type.Object(
  {
    id: uuid,
    name,
    metric: Metric,
    threshold,
    condition: Condition,
    target_type: Target,
    target_id: Type.String({ description: "As it was given; empty for all" }),
    target_name: nullable(
      Type.String({ description: "Qualified name of the target; null for all, and for what the caller cannot see" }),
    ),
    webhook_url: Type.String(),
    notify_recovery: Type.Boolean(),
    webhook_secret_last4: Type.String(),
    webhook_secret: Type.Optional(Type.String({ description: "Only in the response that creates the rule" })),
    window_minutes: windowMinutes,
    cooldown_minutes: cooldownMinutes,
    status: Status,
    state: Type.Enum([...ALERT_STATES], {
      description: "At the last evaluation. no_data: not evaluated yet, or no tool calls in the window",
    }),
    last_value: nullable(Type.Number({ description: "The metric at the last evaluation" })),
    last_evaluated_at: nullable(moment),
    last_triggered: nullable(moment),
    created_by: nullable(uuid),
    created_at: moment,
  },
  { $id: "AlertRule" },
);
export type AlertRule = Static<typeof AlertRule>;

export const AlertFiring = Type.Object(
  {
    id: uuid,
    alert_rule_id: uuid,
    metric_value: Type.Number(),
    threshold,
    condition: Condition,
    fired_at: Type.String({ format: "date-time", description: "The end of the window that fired" }),
    recovered_at: nullable(moment),
    test: Type.Boolean({ description: "Sent by a test, not by an evaluation" }),
    delivery_status: Type.Enum(["pending", "delivered", "failed"]),
    attempts: Type.Integer({ minimum: 0 }),
    response_code: nullable(Type.Integer()),
    error: nullable(Type.String()),
    recovery_delivery_status: nullable(
      Type.Enum(["pending", "delivered", "failed"], {
        description: "Of the message about the recovery; null: there is none",
      }),
    ),
    recovery_error: nullable(Type.String()),
    created_at: moment,
  },
  { $id: "AlertFiring" },
);
export type AlertFiring = Static<typeof AlertFiring>;

const OF_ALERTS = { module: "alerts", access: "user", params: None, query: None, body: None } as const;
const AlertId = Type.Object({ id: uuid });
const OF_RULE = { ...OF_ALERTS, params: AlertId } as const;
const audited = { resource: "alert", sensitivity: "medium", calls: "all" } as const;
const RULE_ERRORS = ["unauthenticated", "forbidden", "not_found"] as const;

export const listAlerts = endpoint({
  ...OF_ALERTS,
  method: "GET",
  path: "/alerts",
  summary: "Lists one's own alert rules; admins see all",
  audited: false,
  readsOthers: READS.alert,
  query: Type.Object(ListPage),
  reply: Type.Array(AlertRule),
  errors: ["unauthenticated", "validation_failed"],
});

export const CreateAlertBody = Type.Object({
  name,
  ...watched,
  webhook_url: Type.String({ ...webhookUrl, default: "" }),
  notify_recovery: Type.Boolean({ default: false, description: "Whether the webhook is also called on recovery" }),
});
export type CreateAlertBody = Static<typeof CreateAlertBody>;

export const createAlert = endpoint({
  ...OF_ALERTS,
  method: "POST",
  path: "/alerts",
  summary: "Creates an alert rule, evaluated every minute over the data that its creator can see",
  audited: { ...audited, action: "alert.create" },
  body: CreateAlertBody,
  reply: AlertRule,
  status: 201,
  errors: ["unauthenticated", "validation_failed", "invalid_state"],
});

export const AlertPreview = Type.Object(
  {
    from: moment,
    to: moment,
    count: Type.Integer({ minimum: 0, description: "How often the rule would have fired" }),
    firings: Type.Array(Type.Object({ fired_at: moment, metric_value: Type.Number() }), {
      description: "The latest 500, newest first",
    }),
    series: Type.Array(
      Type.Object({ time: moment, low: nullable(Type.Number()), high: nullable(Type.Number()) }, { $id: "AlertPoint" }),
      { description: "The lowest and the highest value of the metric in each hour" },
    ),
  },
  { $id: "AlertPreview" },
);
export type AlertPreview = Static<typeof AlertPreview>;

export const PreviewAlertBody = Type.Object({
  ...watched,
  days: Type.Integer({ minimum: 1, maximum: 31, default: 30 }),
});
export type PreviewAlertBody = Static<typeof PreviewAlertBody>;

export const previewAlert = endpoint({
  ...OF_ALERTS,
  method: "POST",
  path: "/alerts/preview",
  summary: "Returns how often a rule would have fired in the last days",
  audited: false,
  // Sums over everyone, which name nobody, as those of the dashboard.
  readsOthers: false,
  readsOnly: true,
  body: PreviewAlertBody,
  reply: AlertPreview,
  errors: ["unauthenticated", "validation_failed"],
});

export const getAlert = endpoint({
  ...OF_RULE,
  method: "GET",
  path: "/alerts/:id",
  summary: "Returns an alert rule",
  audited: false,
  readsOthers: READS.alert,
  reply: AlertRule,
  errors: RULE_ERRORS,
});

export const UpdateAlertBody = Type.Partial(
  Type.Object({
    name,
    threshold,
    condition: Condition,
    status: Status,
    webhook_url: webhookUrl,
    notify_recovery: Type.Boolean(),
    window_minutes: windowMinutes,
    cooldown_minutes: cooldownMinutes,
  }),
  { minProperties: 1 },
);
export type UpdateAlertBody = Static<typeof UpdateAlertBody>;

export const updateAlert = endpoint({
  ...OF_RULE,
  method: "PATCH",
  path: "/alerts/:id",
  summary: "Changes an alert rule",
  audited: { ...audited, action: "alert.update" },
  body: UpdateAlertBody,
  reply: AlertRule,
  errors: [...RULE_ERRORS, "validation_failed"],
});

export const deleteAlert = endpoint({
  ...OF_RULE,
  method: "DELETE",
  path: "/alerts/:id",
  summary: "Deletes an alert rule and its history",
  audited: { ...audited, action: "alert.delete" },
  reply: None,
  status: 204,
  errors: RULE_ERRORS,
});

export const listAlertHistory = endpoint({
  ...OF_RULE,
  method: "GET",
  path: "/alerts/:id/history",
  summary: "Lists when an alert rule has fired, newest first",
  audited: false,
  readsOthers: READS.alert,
  query: Type.Object(ListPage),
  reply: Type.Array(AlertFiring),
  errors: [...RULE_ERRORS, "validation_failed"],
});

export const testAlert = endpoint({
  ...OF_RULE,
  method: "POST",
  path: "/alerts/:id/test",
  summary: "Sends a test to the webhook of an alert rule, and returns how that went",
  audited: { ...audited, action: "alert.test" },
  limited: { rate: "general" },
  reply: AlertFiring,
  errors: [...RULE_ERRORS, "invalid_state"],
});

/** The body of a webhook; `event` tells firings, recoveries and tests apart. */
export const AlertDelivery = Type.Object(
  {
    event: Type.Enum(["alert.fired", "alert.recovered", "alert.test"]),
    alert_rule_id: uuid,
    alert_name: name,
    metric: Metric,
    metric_value: Type.Number(),
    threshold,
    condition: Condition,
    target_type: Target,
    target_id: Type.String(),
    fired_at: moment,
    recovered_at: Type.Optional(Type.String({ format: "date-time", description: "Only of a recovery" })),
  },
  { $id: "AlertDelivery" },
);
export type AlertDelivery = Static<typeof AlertDelivery>;
