/** Where a file names a version of the package, of the action, of the component or of the image. */
const mention =
  /((?:news-conformance|\/conformance)[@:]v?|"news-conformance": "\^|default: )(\d+\.\d+\.\d+)/g;

/** The versions that a text names. */
export function versionsIn(text: string): readonly string[] {
  return [...text.matchAll(mention)].map(([, , version = ""]) => version);
}

/** The text with another version in their place. */
export function withVersion(text: string, version: string): string {
  return text.replaceAll(mention, `$1${version}`);
}
