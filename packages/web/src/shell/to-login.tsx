import { Navigate, useLocation } from "@tanstack/react-router";
import { useState } from "react";

/** To the sign-in, and from there back to here. */
export function ToLogin() {
  const here = useLocation({ select: ({ href }) => href });
  // As it was at first: the address changes while the sign-in page is on its way.
  const [next] = useState(here);
  return <Navigate to="/login" search={{ next }} replace />;
}
