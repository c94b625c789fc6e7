import { Fragment } from "react";

/** A name without spaces, such as an address, breaks after its own marks rather than within a word. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[@._/:])/).map((part, at) => (
    <Fragment key={`${at} ${part}`}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
