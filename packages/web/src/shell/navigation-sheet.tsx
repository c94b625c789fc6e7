import { Dialog } from "../ui/overlays/dialog.js";
import { AccountRow } from "./account-row.js";
import { SideNav } from "./side-nav.js";

interface NavigationSheetProps {
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** The side bar of a phone. */
export const NavigationSheet = ({ onClose, onHelp }: NavigationSheetProps) => (
  <Dialog open onOpenChange={(open) => !open && onClose()} title="Tackroom" shape="sheet">
    <div className="flex grow flex-col">
      <SideNav onGo={onClose} />
    </div>
    <div className="-mx-4 -mb-4">
      <AccountRow onHelp={onHelp} onGo={onClose} />
    </div>
  </Dialog>
);
