/** A page of a list, as GraphQL's clients know it. */
export interface Connection<Node> {
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** From one row more than was asked for, which tells whether there is a next page. */
export function connectionOf<Row, Node>(
  rows: readonly Row[],
  first: number,
  { cursorOf, nodeOf }: { readonly cursorOf: (row: Row) => string; readonly nodeOf: (row: Row) => Node },
): Connection<Node> {
  const edges = rows.slice(0, first).map((row) => ({ cursor: cursorOf(row), node: nodeOf(row) }));
  return { edges, pageInfo: { hasNextPage: rows.length > first, endCursor: edges.at(-1)?.cursor ?? null } };
}
