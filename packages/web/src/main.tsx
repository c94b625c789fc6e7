import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApi } from "./api/client.js";
import { ApiProvider } from "./api/context.js";
import { followOtherTabs, noteInterruption } from "./api/interruption.js";
import { ApiProblem, mayPass } from "./api/problem.js";
import { sessionQuery } from "./api/session.js";
import { storedHint } from "./api/session-hint.js";
import { createPages } from "./routes.js";
import { ToastProvider } from "./ui/feedback/toast.js";
import "./styles.css";

/** Several calls are rejected together; only the first one knows where the user wanted to go. */
function toPasswordChange(): void {
  const { pathname, href: next } = router.latestLocation;
  if (pathname !== "/change-password") void router.navigate({ to: "/change-password", search: { next } });
}

declare global {
  interface Window {
    /** The response to the request of public/first.js. */
    sessionOnItsWay?: Promise<Response>;
  }
}

const router = createPages();
const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (problem) => {
      if (!(problem instanceof ApiProblem)) return;
      // Until the password is changed, all other calls are rejected.
      if (problem.code === "password_change_required") toPasswordChange();
      noteInterruption(queries, problem, false);
    },
  }),
  mutationCache: new MutationCache({ onError: (problem) => noteInterruption(queries, problem, true) }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, problem) => failures < 2 && problem instanceof ApiProblem && mayPass(problem),
    },
  },
});

// Started while the page is still loading: no protected content is shown before the session is known.
const api = createApi(window.fetch.bind(window), storedHint, window.sessionOnItsWay);
delete window.sessionOnItsWay;
void queries.prefetchQuery(sessionQuery(api));
followOtherTabs(api, queries);

const place = document.querySelector("#root");
if (!place) throw new Error("index.html has no #root");
const root = createRoot(place);
const app = (
  <StrictMode>
    <ApiProvider value={api}>
      <QueryClientProvider client={queries}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </ApiProvider>
  </StrictMode>
);
// Rendered in small steps, so that the browser can paint and handle input in between.
const draw = (): void => startTransition(() => root.render(app));
// Rendered once, together with its page, since there is nothing to show before. The router reports failures.
void router.load().then(draw, draw);
