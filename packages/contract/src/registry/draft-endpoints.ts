import { Type } from "typebox";
import { endpoint, None } from "../endpoint.js";
import { submission } from "./item.js";
import { partial, type KindShape } from "./kind.js";
import { auditedAs, OF_ITEM, OWNED, type Shapes } from "./shapes.js";

const EditState = Type.Object({ status: Type.Enum(["locked", "unlocked"]) });

/** What is not approved yet: draft, edit, submit. */
export function draftEndpoints<const K extends KindShape>(kind: K, { Detail }: Shapes<K>) {
  const { type, title } = kind;
  const item = `/${type}/:id`;
  return {
    createDraft: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `/${type}/draft`,
      summary: `Creates a draft ${title} that only its owners can see`,
      audited: auditedAs(kind, "create_draft"),
      params: None,
      takesGzip: true,
      body: Type.Object({
        ...partial({ ...submission, ...kind.itemFields, ...kind.fields }),
        name: submission.name,
        visibility: submission.visibility,
      }),
      reply: Detail,
      status: 201,
      errors: [
        "validation_failed",
        "name_taken",
        "not_found",
        "forbidden",
        "conflict",
        ...(kind.componentErrors ?? []),
      ],
    }),
    updateDraft: endpoint({
      ...OF_ITEM,
      method: "PUT",
      path: `${item}/draft`,
      summary: `Updates a ${title} that has not been approved yet`,
      audited: auditedAs(kind, "update_draft"),
      takesGzip: true,
      body: Type.Object({ ...partial({ ...submission, ...kind.itemFields, ...kind.fields }) }),
      reply: Detail,
      errors: [
        ...OWNED,
        "invalid_state",
        "edit_locked",
        "name_taken",
        "conflict",
        "validation_failed",
        ...(kind.componentErrors ?? []),
      ],
    }),
    startEdit: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/start-edit`,
      summary: "Acquires the edit lock for thirty minutes; others cannot edit or review the item meanwhile",
      audited: auditedAs(kind, "start_edit"),
      reply: EditState,
      errors: [...OWNED, "invalid_state", "edit_locked"],
    }),
    cancelEdit: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/cancel-edit`,
      summary: "Releases the caller's edit lock",
      audited: auditedAs(kind, "cancel_edit"),
      reply: EditState,
      errors: [...OWNED, "edit_locked"],
    }),
    submitDraft: endpoint({
      ...OF_ITEM,
      method: "POST",
      path: `${item}/submit`,
      summary: `Submits a draft or a rejected ${title} for review`,
      audited: auditedAs(kind, "submit_draft"),
      reply: Detail,
      errors: [...OWNED, "invalid_state", "edit_locked", "validation_failed", ...(kind.componentErrors ?? [])],
    }),
  };
}
