/** Whether a text is what a pattern says, where `*` stands for anything. */
export function wildcard(pattern: string): (text: string) => boolean {
  const expression = new RegExp(`^${pattern.split("*").map(literally).join(".*")}$`);
  return (text) => expression.test(text);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
