/** The first paragraph, and the rest behind a click: descriptions that were read from source can be pages long. */
export function Described({ text }: { readonly text: string }) {
  const [first = "", ...rest] = text.trim().split("\n\n");
  if (rest.length === 0) return <>{first}</>;
  return (
    <details>
      <summary className="cursor-pointer">{first}</summary>
      <p className="mt-1 text-sm whitespace-pre-wrap text-muted">{rest.join("\n\n")}</p>
    </details>
  );
}
