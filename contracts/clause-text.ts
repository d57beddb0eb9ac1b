/**
 * Addresses of clauses as one text: joined with `; `, with consecutive rows of one table combined, such
 * as `Topic, rows "id", "name"`.
 */
export function clauseText(clauses: readonly string[]): string {
  const groups: { table: string | null; parts: string[] }[] = [];
  for (const clause of clauses) {
    const at = clause.endsWith('"') ? clause.lastIndexOf(', row "') : -1;
    const table = at > 0 ? clause.slice(0, at) : null;
    const row = at > 0 ? clause.slice(at + ", row ".length) : clause;
    const last = groups.at(-1);
    if (table !== null && last?.table === table) last.parts.push(row);
    else groups.push({ table, parts: [row] });
  }
  return groups
    .map(({ table, parts }) =>
      table === null
        ? parts.join("")
        : `${table}, row${parts.length > 1 ? "s" : ""} ${parts.join(", ")}`,
    )
    .join("; ");
}
