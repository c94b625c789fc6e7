import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApi } from "./api/client.js";
import { ApiProvider } from "./api/context.js";
import { ApiProblem, mayPass } from "./api/problem.js";
import { sessionQuery } from "./api/session.js";
import { storedHint } from "./api/session-hint.js";
import { createPages } from "./routes.js";
import { ToastProvider } from "./ui/feedback/toast.js";
import "./styles.css";

declare global {
  interface Window {
    /** What the server answers to public/first.js. */
    sessionOnItsWay?: Promise<Response>;
  }
}

const router = createPages();
const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (problem) => {
      if (!(problem instanceof ApiProblem)) return;
      // Until it is done every other call is refused.
      if (problem.code === "password_change_required") void router.navigate({ to: "/change-password" });
      // The session ended elsewhere: the shell asks for a new one.
      if (problem.code === "unauthenticated") queries.setQueryData(["session"], null);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, problem) => failures < 2 && problem instanceof ApiProblem && mayPass(problem),
    },
  },
});

// While the page itself is still on its way: nothing behind the sign-in is shown before this is known.
const api = createApi(window.fetch.bind(window), storedHint, window.sessionOnItsWay);
delete window.sessionOnItsWay;
void queries.prefetchQuery(sessionQuery(api));

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
// In small steps, between which the browser paints the frame and takes keys.
const draw = (): void => startTransition(() => root.render(app));
// Drawn once and with its page: before that there is nothing to see anyway. Of a failure the router tells.
void router.load().then(draw, draw);
