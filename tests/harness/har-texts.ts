import { createHarSecrets } from "../../harness/har/har-secrets.ts";

/** Made by a machine, of words, and of a number; a name for a credential is in none of them. */
export const opaque = "cnry7f3a9c41d2e6Blue";
export const words = "correct-horse-battery-staple";
export const letters = "SplxlOBeZQQYbYSWxSbIAxyz";
export const digits = 839274610293847;
export const long = `T0${"aB3dE6gH9".repeat(1_000)}`;

export const base64 = (text: string | Buffer) => Buffer.from(text).toString("base64");
export const listed = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

export const url = "https://login.example/any";
export const sent = (headers: Readonly<Record<string, string>>) => ({
  request: { url, headers: listed(headers) },
});
export const answered = (headers: Readonly<Record<string, string>>) => ({
  response: { headers: listed(headers) },
});
export const requested = (query: string) => ({ request: { url: `${url}?${query}`, headers: [] } });
export const text = (body: string, headers = {}) => ({
  response: { headers: listed(headers), content: { text: body } },
});
export const body = (value: unknown) => text(JSON.stringify(value));
export const inBase64 = (bytes: Buffer, headers = {}) => ({
  response: {
    headers: listed(headers),
    content: { encoding: "base64", text: base64(bytes) },
  },
});
export const posted = (given: string) => ({
  request: { url, headers: [], postData: { text: given } },
});

export async function redactorOf(...entries: readonly object[]) {
  const secrets = createHarSecrets();
  for (const entry of entries) await secrets.look(entry);
  return secrets.redactor([]);
}

export const session = JSON.stringify({ session_token: words });
export const token = JSON.stringify({ token: words, user: 1 });
export const multipart = (head: string) =>
  `--x\r\nContent-Disposition: form-data; name="client_secret"\r\n${head}\r\n${words}\r\n--x--`;
