/** Options that users expect of such a tool, and what to use instead. */
const expected: readonly {
  readonly flags: readonly string[];
  readonly commands: readonly string[];
  readonly instead: string;
}[] = [
  {
    flags: ["--key", "--api-key", "--apikey", "--token"],
    commands: ["run", "plan", "check-har"],
    instead:
      "Keys come from the environment, or from the file of --env-file: AGGREGATOR_API_KEY, NEWS_API_KEY.",
  },
  {
    flags: ["--dry-run"],
    commands: ["run"],
    instead: "The command plan shows what would be sent, and sends nothing.",
  },
  {
    flags: ["--junit", "--html", "--json", "--markdown"],
    commands: ["run", "check-har", "merge"],
    instead: "The reports are written in every format, to the folder of --out.",
  },
];

/** What to use instead of an option that other tools have; null if nothing is known about it. */
export function insteadOf(flag: string, command: string): string | null {
  const found = expected.find(
    ({ flags, commands }) => flags.includes(flag) && commands.includes(command),
  );
  return found?.instead ?? null;
}
