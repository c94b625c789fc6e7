import type { ReactNode } from "react";
import type { ItemDetail, ItemType, ItemVersion } from "../../../api/kinds.js";
import type { FormSection } from "../submit/field-view.js";
import { sectionsOf, type FormType } from "../submit/kind-forms.js";
import type { ItemForm } from "../submit/use-item-form.js";
import { versionAsItem } from "./editable.js";

interface FrameProps {
  readonly item: ItemDetail;
  readonly form: ItemForm;
  readonly children: ReactNode;
}

/** What is particular to the editor of a kind. */
export interface Editor {
  readonly type: ItemType;
  /** All fields that its form can have. */
  sectionsFor(item: ItemDetail): readonly FormSection[];
  /** The item as it would be with this version. */
  asItem(item: ItemDetail, version: ItemVersion): ItemDetail;
  /** What stands around the form. */
  readonly Frame: (props: FrameProps) => ReactNode;
  readonly pageClass?: string;
}

export const editorOf = (type: FormType): Editor => ({
  type,
  sectionsFor: () => sectionsOf(type),
  asItem: (item, version) => versionAsItem(type, item, version),
  Frame: ({ children }) => children,
});
