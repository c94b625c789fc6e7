import { useState } from "react";

const KEY = "tackroom.first-steps";

/** Whether the first steps were hidden in this browser, and how to hide or show them. */
export function useHiddenSteps(): [boolean, (hidden: boolean) => void] {
  const [isHidden, setHidden] = useState(readHidden);
  return [
    isHidden,
    (hidden) => {
      setHidden(hidden);
      keepHidden(hidden);
    },
  ];
}

function readHidden(): boolean {
  try {
    return localStorage.getItem(KEY) === "hidden";
  } catch {
    // Storage can be disabled: then they are hidden until the page is loaded again.
    return false;
  }
}

function keepHidden(hidden: boolean): void {
  try {
    if (hidden) localStorage.setItem(KEY, "hidden");
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}
