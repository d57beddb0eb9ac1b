/** Variables that terminals with links set, and what they have to match. */
const terminals: Readonly<Record<string, RegExp>> = {
  TERM_PROGRAM: /^(iTerm\.app|WezTerm|vscode|ghostty|Hyper|Tabby|WarpTerminal)$/,
  TERM: /^(xterm-kitty|xterm-ghostty|alacritty|foot|contour)/,
  // Versions before 0.50 print the escape sequences.
  VTE_VERSION: /^[5-9]\d{3}|^\d{5}/,
  WT_SESSION: /./,
  KONSOLE_VERSION: /./,
  DOMTERM: /./,
};

/**
 * Whether a terminal shows links (OSC 8), as far as its variables show; never in a pipe, in CI or inside a terminal
 * multiplexer, which would hide the capabilities of the terminal. `FORCE_HYPERLINK` decides otherwise.
 */
export function wantsLinks(
  { isTTY }: { readonly isTTY?: boolean },
  environment: NodeJS.ProcessEnv,
): boolean {
  const { FORCE_HYPERLINK, CI = "", TMUX, STY } = environment;
  if (FORCE_HYPERLINK !== undefined && FORCE_HYPERLINK !== "") {
    return !/^(0|false)$/i.test(FORCE_HYPERLINK);
  }
  if (isTTY !== true || (CI !== "" && CI !== "false")) return false;
  if (TMUX !== undefined || STY !== undefined) return false;
  return Object.entries(terminals).some(([name, known]) => known.test(environment[name] ?? ""));
}
