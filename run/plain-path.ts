/** Characters with a meaning in a shell, and invisible ones or line breaks. Spaces and backslashes are quoted. */
const special = /[\p{C}\p{Zl}\p{Zp}'"`$;&|<>(){}*?!#~^]/u;

/** Whether the name of a file can be shown in a command; a name from which a secret was removed can't, for example. */
export function isPlainPath(name: string): boolean {
  return name.trim() !== "" && !name.startsWith("-") && !special.test(name);
}
