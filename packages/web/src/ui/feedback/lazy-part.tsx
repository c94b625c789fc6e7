import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from "react";
import { loadCode, reloadIfReachable } from "../../api/load-code.js";
import type { ApiProblem } from "../../api/problem.js";
import { ErrorBox } from "./error-box.js";
import { useToast } from "./toast.js";

interface PartProps<Props> {
  readonly props: Props;
  /** Shown until the code is loaded. */
  readonly fallback?: ReactNode;
  /** For what opens over the page: called after a message said why it does not open. Others show an error in their place. */
  readonly onMissing?: () => void;
}

/**
 * A component whose code is loaded when it is first drawn. Unlike with `lazy` of React, the page around it stays if the code
 * cannot be loaded, with everything typed, and the next one that is drawn tries again.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let known: ComponentType<Props> | undefined;
  return function Part({ props, fallback = null, onMissing }: PartProps<Props>) {
    const [Loaded, setLoaded] = useState(() => known);
    const [problem, setProblem] = useState<ApiProblem>();
    const { complain } = useToast();
    const report = useEffectEvent((missing: ApiProblem) => {
      if (!onMissing) return setProblem(missing);
      complain(missing.message);
      onMissing();
    });
    useEffect(() => {
      let isShown = true;
      void loadCode(load).then(
        (part) => {
          known = part;
          setLoaded(() => part);
        },
        (missing: ApiProblem) => isShown && report(missing),
      );
      return () => {
        isShown = false;
      };
    }, []);
    if (Loaded) return <Loaded {...props} />;
    return problem ? <ErrorBox problem={problem} onRetry={() => void reloadIfReachable()} /> : fallback;
  };
}
