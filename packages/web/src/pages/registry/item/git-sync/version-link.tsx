import { Link } from "@tanstack/react-router";

/** To the list of versions, which is another tab of the same page. */
export const VersionLink = ({ version }: { readonly version: string }) => (
  <Link to="." search={{ tab: "versions" }} className="text-accent underline underline-offset-2">
    {version}
  </Link>
);
