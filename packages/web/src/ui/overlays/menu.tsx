import { Slot } from "radix-ui";
import { useState, type KeyboardEvent, type MouseEvent } from "react";
import { lazyPart } from "../feedback/lazy-part.js";
import type { MenuProps } from "./open-menu.js";

const load = () => import("./open-menu.js");
const OpenMenu = lazyPart(async () => (await load()).OpenMenu);
/** Failures to load are reported when the menu is opened. */
const prepare = (): void => void load().catch(() => undefined);

/** Actions behind a button. Most menus are never opened, so their code is loaded on demand. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<"keyboard" | "pointer">();
  const closed = (
    <Slot.Root
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      // A click by keyboard has a count of zero.
      onClick={({ detail }: MouseEvent) => setOpened(detail === 0 ? "keyboard" : "pointer")}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== "ArrowDown") return;
        event.preventDefault();
        setOpened("keyboard");
      }}
    >
      {props.trigger}
    </Slot.Root>
  );
  if (!opened) return closed;
  return (
    <OpenMenu
      props={{ ...props, byKeyboard: opened === "keyboard" }}
      fallback={closed}
      onMissing={() => setOpened(undefined)}
    />
  );
}
