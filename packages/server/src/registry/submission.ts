import { KINDS, type Visibility } from "@tackroom/contract";
import { harnessIds } from "./checked-fields.js";
import type { VersionDraft } from "./compose-version.js";
import { textsOf, type Fields } from "./core/fields.js";
import type { Kind } from "./kinds/index.js";

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

/** A former content, and what is new of it. */
export function overlay(kind: Kind, before: Fields, change: Fields): Fields {
  return { ...(kind.kept?.(before, change) ?? before), ...change };
}

/** The kind's own members of a payload. */
export function fieldsOf(kind: Kind, body: Fields): { readonly fields: Fields; readonly itemFields: Fields } {
  const shape = KINDS[kind.type];
  return { fields: kind.complete(pick(body, shape.fields)), itemFields: pick(body, shape.itemFields) };
}

function pick(body: Fields, names: object): Fields {
  return Object.fromEntries(
    Object.keys(names).flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  );
}
