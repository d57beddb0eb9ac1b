import {
  type AuthForm,
  type Credential,
  type KeyName,
  type SingleCredential,
  singleCredentials,
} from "./request-spec.ts";

/**
 * How a credential is sent, without the key itself: the request has its value, the recording and the curl
 * line the name of its variable.
 */
export type CredentialHeader =
  | { readonly kind: "literal"; readonly name: string; readonly value: string }
  | {
      readonly kind: "key";
      readonly name: string;
      readonly key: KeyName;
      /** What precedes the key, such as `Bearer `. */
      readonly scheme: string;
      /** The key is both the user name and the password of HTTP Basic, since a server may read either. */
      readonly basic: boolean;
    };

/** The spelling of every form as sent. HTTP treats the spellings as equal; servers may not. */
const spellings: Readonly<Record<AuthForm, { name: string; scheme: string; basic?: true }>> = {
  "api-key": { name: "api-key", scheme: "" },
  "x-api-key": { name: "x-api-key", scheme: "" },
  bearer: { name: "authorization", scheme: "Bearer " },
  "api-key-upper-case": { name: "API-KEY", scheme: "" },
  "x-api-key-upper-case": { name: "X-API-KEY", scheme: "" },
  "authorization-upper-case": { name: "AUTHORIZATION", scheme: "Bearer " },
  "bearer-upper-case": { name: "authorization", scheme: "BEARER " },
  "bearer-lower-case": { name: "authorization", scheme: "bearer " },
  bare: { name: "authorization", scheme: "" },
  basic: { name: "authorization", scheme: "Basic ", basic: true },
  "token-scheme": { name: "authorization", scheme: "Token " },
  "api-key-scheme": { name: "authorization", scheme: "ApiKey " },
};

/** The headers that carry a credential (specification: Authentication, 4); empty for no credential. */
export function credentialHeaders(credential: Credential): readonly CredentialHeader[] {
  return singleCredentials(credential).map(headerOf);
}

function headerOf(credential: SingleCredential): CredentialHeader {
  if (credential.kind === "malformed") {
    return { kind: "literal", name: credential.header, value: credential.value };
  }
  const { name, scheme, basic } = spellings[credential.form];
  return { kind: "key", name, scheme, key: credential.key, basic: basic === true };
}
