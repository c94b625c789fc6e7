import { Navigate, useLocation } from "@tanstack/react-router";
import { useState } from "react";

/** Redirects to the sign-in page, which returns here. */
export function ToLogin() {
  const here = useLocation({ select: ({ href }) => href });
  // The initial URL, because it changes while the sign-in page is loading.
  const [next] = useState(here);
  // A page with unsaved text is gone already, and its question with it.
  return <Navigate to="/login" search={{ next }} replace ignoreBlocker />;
}
