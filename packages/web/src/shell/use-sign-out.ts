import { useSignIn } from "../api/session.js";
import { useToast } from "../ui/feedback/toast.js";

/** Ends the session of this browser; a failure is reported. */
export function useSignOut(): () => void {
  const { end } = useSignIn();
  const toast = useToast();
  return () => {
    end().catch((problem: Error) => toast.complain(`Sign-out failed. ${problem.message}`));
  };
}
