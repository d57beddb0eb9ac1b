/** Whether the location of a description is a URL, which must be fetched, and not the path of a file. */
export function isUrl(location: string): boolean {
  return /^https?:\/\//i.test(location);
}
