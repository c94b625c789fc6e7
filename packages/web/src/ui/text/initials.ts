/** "maya-lind" → "ML", "ada" → "AD". Usernames are ASCII. */
export function initialsOf(username: string): string {
  const [first = "", second] = username.split(/[^a-z0-9]+/i).filter((part) => part !== "");
  const letters = second === undefined ? first.slice(0, 2) : first.slice(0, 1) + second.slice(0, 1);
  return letters.toUpperCase();
}
