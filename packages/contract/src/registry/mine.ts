import { Type, type Static } from "typebox";
import { endpoint, None } from "../endpoint.js";
import { moment, nullable, uuid } from "./fields.js";
import { ITEM_TYPES } from "./item-types.js";
import { ListPage } from "./shapes.js";

const OF_CALLER = {
  module: "registry",
  access: "user",
  params: None,
  query: None,
  body: None,
} as const;

const Named = {
  type: Type.Enum([...ITEM_TYPES]),
  id: uuid,
  name: Type.String(),
  qualified_name: Type.String(),
};

export const AvailableUpdate = Type.Object(
  {
    ...Named,
    installed_version: Type.String({ description: "The version that the caller installed last" }),
    installed_at: moment,
    harness: Type.String(),
    version: Type.String({ description: "The version that an install gets now" }),
    released_at: nullable(moment),
    changelog: nullable(Type.String()),
    is_yanked: Type.Boolean({
      description: "Whether the installed version has been yanked; then the other version may be a lower one",
    }),
  },
  { $id: "AvailableUpdate" },
);
export type AvailableUpdate = Static<typeof AvailableUpdate>;

export const AvailableUpdates = Type.Object({ items: Type.Array(AvailableUpdate) });
export type AvailableUpdates = Static<typeof AvailableUpdates>;

export const listMyUpdates = endpoint({
  ...OF_CALLER,
  method: "GET",
  path: "/me/updates",
  summary: "Lists items that have a newer version than the caller installed, yanked ones first; at most 100",
  audited: false,
  readsOthers: false,
  reply: AvailableUpdates,
  errors: [],
});

export const forgetInstall = endpoint({
  ...OF_CALLER,
  method: "DELETE",
  path: "/me/installs/:id",
  summary: "Forgets that the caller installed an item, so that its updates are no longer reported",
  audited: { action: "registry.forget_install", resource: "item", sensitivity: "low", calls: "by_reviewers" },
  readsOthers: false,
  params: Type.Object({ id: uuid }),
  reply: None,
  status: 204,
  errors: ["not_found", "validation_failed"],
});

export const MySubmission = Type.Object(
  {
    ...Named,
    version: Type.String(),
    status: Type.Enum(["pending", "rejected"]),
    rejection_reason: nullable(Type.String()),
    changes_requested_at: nullable(moment),
    submitted_at: moment,
  },
  { $id: "MySubmission" },
);
export type MySubmission = Static<typeof MySubmission>;

export const listMySubmissions = endpoint({
  ...OF_CALLER,
  method: "GET",
  path: "/me/submissions",
  summary:
    "Lists versions that the caller submitted and that wait for a review or were rejected, newest first; a rejection is left out once the item has a newer version",
  audited: false,
  readsOthers: false,
  query: Type.Object(ListPage),
  reply: Type.Array(MySubmission),
  errors: ["validation_failed"],
});
