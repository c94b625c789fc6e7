import type { ComponentProps } from "react";
import { FormSections } from "./form-sections.js";
import type { ItemType } from "../../../api/kinds.js";
import { SkillDrop } from "./skill-drop.js";

/** The form of a kind, with what only one of them has around it. */
export function KindForm({ type, ...rest }: ComponentProps<typeof FormSections> & { readonly type: ItemType }) {
  const sections = <FormSections {...rest} />;
  return type === "skills" ? <SkillDrop form={rest.form}>{sections}</SkillDrop> : sections;
}
