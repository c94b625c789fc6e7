import type { Visibility } from "@tackroom/contract";
import { harnessIds } from "../versions/checked-fields.js";
import type { VersionDraft } from "../versions/compose-version.js";
import { textsOf, type Fields } from "../core/fields.js";
import { fieldsOf } from "../versions/kind-fields.js";
import type { Kind } from "../kinds/index.js";

/** A payload, sorted into what belongs to the item, what to its version, and what only says where it goes. */
export interface Submission extends VersionDraft {
  readonly name: string;
  readonly itemFields: Fields;
  readonly team_id?: string | undefined;
  readonly visibility: Visibility;
  readonly owner?: string | undefined;
}

export function splitPayload(kind: Kind, given: Fields): Submission {
  const body = { ...kind.impliedBy?.(given), ...given };
  const { name, version, description, changelog, owner, team_id, visibility, supported_harnesses } = body;
  return {
    name: typeof name === "string" ? name.trim() : "",
    version: typeof version === "string" ? version : "0.1.0",
    description: typeof description === "string" ? description.trim() : "",
    changelog: typeof changelog === "string" ? changelog : null,
    supportedHarnesses: harnessIds(textsOf({ supported_harnesses }, "supported_harnesses")),
    ...fieldsOf(kind, body),
    team_id: team_id as string | undefined,
    visibility: (visibility ?? "public") as Visibility,
    owner: owner as string | undefined,
  };
}
