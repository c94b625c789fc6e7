/** Classes side by side, without those that do not apply. What contradicts a component's own look goes before it (looks.css). */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(" ");
