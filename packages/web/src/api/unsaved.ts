/** The forms of this tab. Each tells whether something typed in it would be lost. */
const forms = new Set<() => boolean>();

/** Returns what ends the watch. */
export function watchUnsaved(hasUnsaved: () => boolean): () => void {
  forms.add(hasUnsaved);
  return () => void forms.delete(hasUnsaved);
}

export const hasUnsavedText = (): boolean => [...forms].some((hasUnsaved) => hasUnsaved());
