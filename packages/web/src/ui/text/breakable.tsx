import { Fragment } from "react";

/** Breaks a name without spaces, such as an email, after punctuation rather than within a word. */
export const Breakable = ({ text }: { readonly text: string }) =>
  text.split(/(?<=[@._/:])/).map((part, at) => (
    <Fragment key={`${at} ${part}`}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
