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

/** The kind-specific parts of the editor. */
export interface Editor {
  readonly type: ItemType;
  /** All fields of its form. */
  sectionsFor(item: ItemDetail): readonly FormSection[];
  /** The item with the data of this version. */
  asItem(item: ItemDetail, version: ItemVersion): ItemDetail;
  /** The frame around the form. */
  readonly Frame: (props: FrameProps) => ReactNode;
  readonly pageClass?: string;
}

export const editorOf = (type: FormType): Editor => ({
  type,
  sectionsFor: () => sectionsOf(type),
  asItem: (item, version) => versionAsItem(type, item, version),
  Frame: ({ children }) => children,
});
