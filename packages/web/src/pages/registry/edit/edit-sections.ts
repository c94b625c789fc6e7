import type { ItemType } from "../../../api/kinds.js";
import { CHANGELOG, VERSION } from "../submit/common-fields.js";
import { fieldsOf, type FieldView, type FormSection } from "../submit/field-view.js";
import { releasedAs, schemaOf } from "../submit/schemas.js";

/** The visibility of an item is changed elsewhere, because it may require a review. */
const NOT_HERE = ["team_id", "visibility"];

/** The form of a kind with the fields that can be edited in an unapproved item. */
export function draftSections(type: ItemType, sections: readonly FormSection[]): readonly FormSection[] {
  const { properties = {} } = schemaOf(type, "updateDraft");
  return keepFields(sections, ({ name, inside }) => !NOT_HERE.includes(name) && (inside ?? name) in properties);
}

/** The form of a kind with the fields of a new version, starting with the version itself. */
export function releaseSections(type: ItemType, sections: readonly FormSection[]): readonly FormSection[] {
  const known = releasable(type);
  const asTheKindHasIt = (field: FieldView): FieldView =>
    fieldsOf(sections).find(({ name }) => name === field.name) ?? field;
  const fresh = [VERSION, CHANGELOG].map(asTheKindHasIt);
  const kept = keepFields(sections, (field) => !fresh.includes(field) && known(field.inside ?? field.name));
  return [{ title: "New version", fields: fresh }, ...kept];
}

function releasable(type: ItemType): (name: string) => boolean {
  const { properties = {} } = schemaOf(type, "releaseVersion");
  const extras = properties["extra"]?.properties ?? {};
  return (name) => name in properties || releasedAs(type, name) in extras;
}

const keepFields = (sections: readonly FormSection[], keeps: (field: FieldView) => boolean): readonly FormSection[] =>
  sections
    .map((section) => ({ ...section, fields: section.fields.filter(keeps) }))
    .filter(({ fields }) => fields.length > 0);
