import { Type } from "typebox";
import { endpoint, None, READS } from "../endpoint.js";
import { NAMED } from "./shapes.js";
import { uuid } from "./fields.js";
import { ItemId } from "./item.js";

export const renderPrompt = endpoint({
  module: "registry",
  method: "POST",
  path: "/prompts/:id/render",
  summary: "Renders a prompt with the given variables",
  access: "user",
  audited: false,
  readsOthers: READS.item,
  readsOnly: true,
  params: ItemId,
  query: None,
  body: Type.Object({ variables: Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), { default: {} }) }),
  reply: Type.Object({ listing_id: uuid, rendered: Type.String() }),
  errors: [...NAMED, "validation_failed"],
});
