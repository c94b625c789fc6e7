/** Joins the class names that apply. Classes that conflict with a component's own look take precedence (looks.css). */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(" ");
