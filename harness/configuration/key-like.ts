import { looksOpaque } from "../credentials/credentials.ts";

/**
 * What may be a key of this service in a text. A letter or digit before it makes it a part of another word, such as
 * `feedbk_articles`, and words with an ending name a file: `bk_openapi.json`.
 */
const keyLike =
  /(?<![A-Za-z0-9])bk_(?![a-z_-]{1,60}\.(?:json|ya?ml|pem|crt|cer|env|har)\b)[\w-]{6,}/g;

/** A possible key with any of its first characters percent-encoded, however often, and with what follows it. */
const written =
  /(?<![A-Za-z0-9_-])(?:b|%(?:25)*62)(?:k|%(?:25)*6[Bb])(?:_|%(?:25)*5[Ff])[^\s"'`<>()[\]{},;|\\]{6,}/g;

/** The text without anything that looks like a key. */
export function withoutSecrets(text: string): string {
  const hidden = text.replace(written, "[redacted]");
  // Signs before it may be encoded, too.
  return hidden.replace(/\S+/g, (word) => (looksLikeKey(word) ? "[redacted]" : word));
}

/** Whether a text is or contains a key of this service, as it is or percent-encoded once or twice. */
export function looksLikeKey(text: string): boolean {
  if (/^bk_(?![a-z_-]{1,60}\.(?:json|ya?ml|pem|crt|cer|env|har)$)/.test(text)) return true;
  const once = percentDecoded(text);
  return [text, once, percentDecoded(once)].some(hasKey);
}

function hasKey(text: string): boolean {
  return [...text.matchAll(keyLike)].some(({ 0: found, index }) => {
    // After these, it may be the end of a name, such as `my_bk_articles`: a key has a long part with digits.
    const goesOn = index > 0 && "_-".includes(text.charAt(index - 1));
    return !goesOn || looksOpaque(found);
  });
}

/** Byte by byte: what is not ASCII is not part of a key. */
function percentDecoded(text: string): string {
  return text.replace(/%([0-9A-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
