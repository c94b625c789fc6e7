import type { ChartProps } from "./chart-props.js";
import { Skeleton } from "../feedback/skeleton.js";
import { lazyPart } from "../feedback/lazy-part.js";

const Canvas = lazyPart(async () => (await import("./chart-canvas.js")).ChartCanvas);

/** A chart over time. The chart library is loaded with the first chart. */
export const Chart = (props: ChartProps) => <Canvas props={props} fallback={<Skeleton className="h-61" />} />;
