import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { chordText, KeyboardHint } from "../ui/actions/keyboard.js";
import { Logo } from "../ui/layout/logo.js";
import { AccountRow } from "./account-row.js";
import { SideNav } from "./side-nav.js";

interface SideBarProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** The navigation of wide screens. The logo and the search stand where the frame in index.html draws them. */
export const SideBar = ({ onSearch, onHelp }: SideBarProps) => (
  <aside className="look-side">
    <Link to="/" className="look-brand">
      <Logo size={20} /> Tackroom
    </Link>
    <button type="button" className="look-find" onClick={onSearch}>
      <Search size={14} aria-hidden="true" /> Search or go to
      <span className="ml-auto" aria-hidden="true">
        <KeyboardHint>{chordText("Mod+k")}</KeyboardHint>
      </span>
    </button>
    <div className="flex min-h-0 grow flex-col overflow-y-auto px-2.5 pb-3">
      <SideNav />
    </div>
    <AccountRow onHelp={onHelp} />
  </aside>
);
