/** Whether a text is an identifier that is not for people; named topics have none (Topics, "topic id"). */
export function isOpaqueId(text: string): boolean {
  return text.startsWith("CAAq");
}
