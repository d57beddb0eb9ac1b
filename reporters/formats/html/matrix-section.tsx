import type { ComponentChild } from "preact";
import {
  columnsOfSquare,
  type Mark,
  type MatrixSquare,
  type MatrixTable,
  marks,
} from "../../view/matrix.ts";
import { cellLink, endpointName, styleNames } from "./cell-masks.ts";
import { OutcomeMark } from "./outcome-mark.tsx";
import { type PageProps, type PageSection, ScrollRegion } from "./section.tsx";

/** Endpoints down, versions across, each square split by auth style; each mark shows its cell. */
export function matrixSection({ view }: PageProps): PageSection | null {
  if (!view.anyJudged) return null;
  return {
    id: "matrix",
    title: "Matrix",
    count: null,
    body: (
      <>
        <div class="matrices">
          {view.matrix.map((table) => (
            <Matrix {...table} />
          ))}
        </div>
        <p class="legend">
          {marks.map((mark) => (
            <span>
              <OutcomeMark mark={mark} /> {mark.meaning}
            </span>
          ))}
        </p>
        <p class="quiet">
          Each square, from left to right: {columnsOfSquare.join(", ")}. Click a mark, an endpoint
          or a version to show only its checks.
        </p>
      </>
    ),
  };
}

function Matrix({ surface, versions, rows }: MatrixTable): ComponentChild {
  return (
    <ScrollRegion label={`Matrix of the ${surface} surface`}>
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">{surface}</th>
            {versions.map((version) => (
              <th scope="col">
                <a href={cellLink({ version })}>{version}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ endpoint, squares }) => (
            <tr>
              <th scope="row">
                <a href={cellLink({ endpoint: endpointName({ surface, endpoint }) })}>
                  <code>{endpoint}</code>
                </a>
              </th>
              {squares.map((square) => (
                <td>
                  {square === null || square.results.length === 0 ? null : <Square {...square} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Square(square: MatrixSquare): ComponentChild {
  return (
    <span class="square">
      {square.marks.map((mark, index) => (
        <CellMark square={square} mark={mark} index={index} />
      ))}
    </span>
  );
}

interface CellMarkProps {
  readonly square: MatrixSquare;
  readonly mark: Mark | null;
  readonly index: number;
}

function CellMark({ square, mark, index }: CellMarkProps): ComponentChild {
  if (mark === null) return <OutcomeMark mark={null} />;
  const { endpoint, version } = square;
  const words = `${endpoint} at ${version}, ${columnsOfSquare[index]}: ${mark.meaning}`;
  return (
    <a
      class={`mark ${mark.color}`}
      href={cellLink({
        endpoint: endpointName(square),
        version,
        auth: styleNames[index] ?? "none",
      })}
      title={words}
      aria-label={words}
    >
      {mark.shape}
    </a>
  );
}
