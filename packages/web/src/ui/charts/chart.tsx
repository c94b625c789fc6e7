import { lazy, Suspense } from "react";
import type { ChartProps } from "./chart-props.js";
import { Skeleton } from "../feedback/skeleton.js";

const Canvas = lazy(async () => ({ default: (await import("./chart-canvas.js")).ChartCanvas }));

/** A chart over time. The chart library is loaded with the first chart. */
export const Chart = (props: ChartProps) => (
  <Suspense fallback={<Skeleton className="h-61" />}>
    <Canvas {...props} />
  </Suspense>
);
