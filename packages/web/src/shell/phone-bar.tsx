import { Link, useLocation } from "@tanstack/react-router";
import { Menu, Search } from "lucide-react";
import { Button } from "../ui/actions/button.js";
import { Logo } from "../ui/layout/logo.js";
import { Bell } from "./bell.js";
import { placeAt } from "./places.js";

interface PhoneBarProps {
  readonly onOpenNav: () => void;
  readonly onSearch: () => void;
}

/** The bar of narrow screens, with the place that the page belongs to. */
export function PhoneBar({ onOpenNav, onSearch }: PhoneBarProps) {
  const place = useLocation({ select: ({ pathname }) => placeAt(pathname)?.label });
  return (
    <header className="look-bar sticky top-0 z-30">
      <Button variant="quiet" size="icon" aria-label="Open navigation" onClick={onOpenNav}>
        <Menu size={18} aria-hidden="true" />
      </Button>
      <Link to="/" aria-label="Tackroom" className="rounded-sm">
        <Logo size={18} />
      </Link>
      <span className="min-w-0 truncate font-semibold" aria-hidden="true">
        {place ?? "Tackroom"}
      </span>
      <span className="ml-auto flex">
        <Bell />
        <Button variant="quiet" size="icon" aria-label="Search or go to" onClick={onSearch}>
          <Search size={18} aria-hidden="true" />
        </Button>
      </span>
    </header>
  );
}
