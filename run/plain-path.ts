/** With signs that mean something to a shell, or a line that is not one. Spaces and backslashes are quoted. */
const special = /[\p{C}\p{Zl}\p{Zp}'"`$;&|<>(){}*?!#~^]/u;

/** Whether the name of a file can be shown in a command: one that a secret was removed from can't, for example. */
export function isPlainPath(name: string): boolean {
  return name.trim() !== "" && !name.startsWith("-") && !special.test(name);
}
