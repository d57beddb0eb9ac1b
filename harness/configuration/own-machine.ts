/** Whether a URL leads to this machine, so that what is sent to it leaves no network interface. */
export function isOwnMachine(url: URL): boolean {
  const { hostname } = url;
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  // The URL parser writes every spelling of an IPv4 address in this form.
  if (/^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === "0.0.0.0") return true;
  return hostname === "[::1]" || hostname === "[::]" || /^\[::ffff:7f[\da-f]{2}:/.test(hostname);
}
