import type { ComponentChild } from "preact";
import type { ReportExchange } from "../../model/report.ts";
import { plural } from "../../text/verdict-text.ts";
import { type PageProps, type PageSection, ScrollRegion } from "./section.tsx";

const width = 640;
const height = 26;
const margin = 6;

interface Times {
  readonly surface: string;
  readonly endpoint: string;
  /** Milliseconds, ascending. */
  readonly values: readonly number[];
}

/** A small plot for each endpoint: every answered request as a dot, on one axis for all, with the median. */
export function latencySection({ view, detail }: PageProps): PageSection | null {
  const { report } = view;
  const exchanges: readonly ReportExchange[] = Object.values(report.exchanges);
  const rows = report.endpoints.flatMap(({ surface, endpoint }): readonly Times[] => {
    const values = exchanges
      .filter(
        (one) => one.surface === surface && one.endpoint === endpoint && one.response !== null,
      )
      .map(({ durationMs }) => durationMs)
      .sort((a, b) => a - b);
    return values.length === 0 ? [] : [{ surface, endpoint, values }];
  });
  if (rows.length === 0) return null;
  const most = Math.max(...rows.flatMap(({ values }) => values.slice(-1)));
  const scale = scaleTo(most);
  return {
    id: "latency",
    title: "Latency",
    folded: true,
    count: plural(
      rows.reduce((sum, { values }) => sum + values.length, 0),
      "answer",
    ),
    body: (
      <>
        <p class="quiet">
          {rows.some(({ values }) => values.length > detail.dots)
            ? `Each row shows at most ${detail.dots} of its responses, evenly spaced by rank; the line is the median of all of them. All rows share one logarithmic axis.`
            : "Each dot is a response, and the line is the median. All rows share one logarithmic axis."}
        </p>
        <TimesTable rows={rows} scale={scale} dots={detail.dots} />
      </>
    ),
  };
}

interface ScaleProps {
  readonly scale: Scale;
  /** The maximum number that is shown of one endpoint. */
  readonly dots: number;
}

function TimesTable({ rows, scale, dots }: ScaleProps & { rows: readonly Times[] }) {
  return (
    <ScrollRegion label="Latency by endpoint">
      <table class="latency">
        <thead>
          <tr>
            {["endpoint", "responses", "median", "95 %", "slowest"].map((name) => (
              <th scope="col">{name}</th>
            ))}
            <th scope="col">
              <span class="heard">every answer</span>
              <Axis {...scale} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((times) => (
            <TimesRow times={times} scale={scale} dots={dots} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface Scale {
  readonly x: (milliseconds: number) => number;
  readonly ticks: readonly number[];
}

/** Logarithmic from 1 ms on, so that one slow response does not compress all others. */
function scaleTo(most: number): Scale {
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(most, 1))));
  const x = (milliseconds: number) => {
    const share = Math.log10(Math.max(milliseconds, 1)) / decades;
    return Math.round((margin + share * (width - 2 * margin)) * 10) / 10;
  };
  return { x, ticks: Array.from({ length: decades + 1 }, (_, power) => 10 ** power) };
}

function TimesRow({ times, scale, dots }: ScaleProps & { times: Times }): ComponentChild {
  const { surface, endpoint, values } = times;
  const [median, high, slowest] = [0.5, 0.95, 1].map((share) => quantile(values, share));
  return (
    <tr>
      <th scope="row">
        {surface} <code>{endpoint}</code>
      </th>
      <td class="number">{String(values.length)}</td>
      {[median, high, slowest].map((value) => (
        <td class="number">{value} ms</td>
      ))}
      <td>
        <Plot values={values} median={median ?? 0} scale={scale} dots={dots} />
      </td>
    </tr>
  );
}

/** The numbers of the axis that all plots share. */
function Axis({ x, ticks }: Scale): ComponentChild {
  return (
    <svg class="dots" viewBox={`0 0 ${width} 11`} aria-hidden="true">
      {ticks.map((tick, index) => (
        <text
          x={x(tick)}
          y={9}
          text-anchor={index === 0 ? "start" : index === ticks.length - 1 ? "end" : "middle"}
        >
          {tick} ms
        </text>
      ))}
    </svg>
  );
}

interface PlotProps extends ScaleProps {
  readonly values: readonly number[];
  readonly median: number;
}

function Plot({ values, median, scale, dots }: PlotProps): ComponentChild {
  const { x, ticks } = scale;
  return (
    <svg
      class="dots"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${plural(values.length, "response")} between ${values[0]} and ${values.at(-1)} ms, median ${median} ms`}
    >
      {ticks.map((tick) => (
        <path class="tick" d={`M${x(tick)} 0V${height}`} />
      ))}
      {/* The vertical place has no meaning; it only keeps dots apart, in the same way in every run. */}
      {thinned(values, dots).map((value, index) => (
        <circle cx={x(value)} cy={4 + ((index * 7) % 17)} r={2} />
      ))}
      <path class="median" d={`M${x(median)} 0V${height}`} />
    </svg>
  );
}

/** This many of the values, evenly spaced by rank, including the first and the last. */
function thinned(values: readonly number[], most: number): readonly number[] {
  if (values.length <= most) return values;
  const step = (values.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => values[Math.round(index * step)] ?? 0);
}

/** @param values ascending, at least one */
function quantile(values: readonly number[], share: number): number {
  return values[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? 0;
}
