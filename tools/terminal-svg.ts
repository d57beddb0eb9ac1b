const columnWidth = 7.7;
const lineHeight = 17;
const margin = 14;
const sequenceStart = "\u001b[";

const colors: Readonly<Record<string, string>> = {
  "31": "#ff8b85",
  "32": "#64d389",
  "33": "#eac25c",
  "35": "#c6a3ff",
};

/** What a span of text looks like. */
interface Look {
  readonly color: string | null;
  readonly bold: boolean;
  readonly dim: boolean;
}

const plain: Look = { color: null, bold: false, dim: false };

/** Text with escape sequences for colours as a picture of a terminal. */
export function terminalSvg(text: string, columns: number): string {
  const lines = text.replace(/\n+$/, "").split("\n");
  const width = Math.round(columns * columnWidth + 2 * margin);
  const height = lines.length * lineHeight + 2 * margin;
  let look = plain;
  const shown = lines.map((line, index) => {
    const spans: string[] = [];
    let column = 0;
    for (const [order, piece] of line.split(sequenceStart).entries()) {
      const code = order === 0 ? undefined : /^(\d+)m/.exec(piece)?.[1];
      if (code !== undefined) look = changed(look, code);
      const part = code === undefined ? piece : piece.slice(code.length + 1);
      if (part === "") continue;
      spans.push(span(part, column, look));
      column += [...part].length;
    }
    const y = margin + (index + 0.75) * lineHeight;
    return spans.length === 0 ? "" : `<text y="${y.toFixed(1)}">${spans.join("")}</text>\n`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    "<title>The end of a run in a terminal</title>",
    "<style>text{font:13px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e4e8ee;white-space:pre}</style>",
    `<rect width="${width}" height="${height}" rx="8" fill="#12161c"/>`,
    `${shown.join("")}</svg>\n`,
  ].join("\n");
}

function changed(look: Look, code: string): Look {
  if (code === "1") return { ...look, bold: true };
  if (code === "2") return { ...look, dim: true };
  if (code === "22") return { ...look, bold: false, dim: false };
  if (code === "39") return { ...look, color: null };
  return { ...look, color: colors[code] ?? look.color };
}

/** As wide as its columns, whatever font there is. */
function span(text: string, column: number, { color, bold, dim }: Look): string {
  const length = [...text].length;
  const attributes = [
    `x="${(margin + column * columnWidth).toFixed(1)}"`,
    `textLength="${(length * columnWidth).toFixed(1)}"`,
    ...(color === null ? [] : [`fill="${color}"`]),
    ...(bold ? ['font-weight="700"'] : []),
    ...(dim ? ['opacity="0.7"'] : []),
  ];
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<tspan xml:space="preserve" ${attributes.join(" ")}>${escaped}</tspan>`;
}
