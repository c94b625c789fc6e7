/** Paths read like code: `files[0].content`; a name that would not read so is quoted. */
export function memberPath(path: string, name: string): string {
  if (!/^[A-Za-z_][\w-]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}
