import { createContext, useContext } from "react";
import type { Api } from "./client.js";

const ApiContext = createContext<Api | undefined>(undefined);
export const ApiProvider = ApiContext.Provider;

export function useApi(): Api {
  const api = useContext(ApiContext);
  if (!api) throw new Error("useApi must be used within an ApiProvider");
  return api;
}
