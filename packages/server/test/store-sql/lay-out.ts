const CLAUSES =
  "(?:inner |left )?join|from|where|group by|having|order by|limit|for update|values|on conflict|do update set|set|returning|settings|and";

/** Text that stays whole, a parenthesis, or the beginning of a clause. */
const TOKEN = new RegExp(
  `'[^']*'|"[^"]*"|\\{[^}]*\\}|\\bdelete from\\b|\\bbetween\\s+\\S+\\s+and\\b|[()]|\\b(?:${CLAUSES})\\b`,
  "gi",
);
const CLAUSE = new RegExp(`^(?:${CLAUSES})$`, "i");

/** One clause per line, so that a review shows which one changed. What is in parentheses stays as it was written. */
export function layOut(sql: string): string {
  let depth = 0;
  const broken = withoutIndent(sql).replace(TOKEN, (token) => {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (depth > 0 || !CLAUSE.test(token)) return token;
    return /^and$/i.test(token) ? `\n  ${token}` : `\n${token}`;
  });
  return broken.replace(/\s+\n/g, "\n");
}

function withoutIndent(sql: string): string {
  const indents = [...sql.matchAll(/\n( *)\S/g)].map(([, indent = ""]) => indent.length);
  return indents.length === 0 ? sql : sql.replaceAll(`\n${" ".repeat(Math.min(...indents))}`, "\n");
}
