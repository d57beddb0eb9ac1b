import { letIn, takeKeys } from "../edit.ts";
import type { FaultRequest } from "../fault.ts";
import type { Act, FaultPlace, OneCellClass } from "./one-cell-class.ts";

const isProtected = ({ operation }: FaultPlace): boolean => operation.protected;

/** Accepts requests with a key that should be refused. */
function lettingIn(isWrong: (key: string, request: FaultRequest) => boolean): OneCellClass["at"] {
  const act: Act = {
    request(request) {
      const { key } = request;
      if (key !== null && isWrong(key, request)) letIn(request);
    },
  };
  return (place) => (isProtected(place) ? [act] : []);
}

const neverIssued = (key: string, { ownerOf }: FaultRequest): boolean => ownerOf(key) === null;

const ownOf = ({ keys, surface }: FaultRequest): string => keys[surface].own;

/** The own key in a form that is not listed, and keys that were never issued, are separate classes. */
function holdsNoKey(request: FaultRequest): boolean {
  const authorization = String(request.headers.authorization ?? "");
  const holdsOwn = authorization.includes(ownOf(request)) || /^basic [^=]{8}/i.test(authorization);
  return !/\w/.test(request.key ?? "") && !holdsOwn;
}

/** Takes the own key from any place in `Authorization`. */
function readUnlisted(request: FaultRequest): void {
  const authorization = String(request.headers.authorization ?? "");
  const basic = /^basic (\S+)$/i.exec(authorization)?.[1];
  const text = basic === undefined ? authorization : Buffer.from(basic, "base64").toString();
  if (text.includes(ownOf(request)) && request.key === null) letIn(request);
}

/** Invalid keys that are accepted, and valid keys that are refused. */
export const keyClasses: readonly OneCellClass[] = [
  {
    name: "unknown-key-accepted",
    sentence: "keys that were never issued are accepted.",
    blames: ["auth.unknown-key-refused"],
    // A header without a key may contain text that looks like an unknown key.
    also: [
      ...["auth.several-invalid-keys-refused", "auth.key-case-matters", "auth.geolocation-"],
      "auth.malformed-authorization-refused",
    ],
    sentWith: ["key"],
    at: lettingIn(neverIssued),
  },
  {
    name: "key-compared-by-its-beginning",
    sentence: "the surface's own key with additional characters is accepted.",
    blames: ["auth.unknown-key-refused"],
    also: ["auth.geolocation-"],
    sentWith: ["key"],
    at: lettingIn((key, request) => neverIssued(key, request) && key.startsWith(ownOf(request))),
  },
  {
    name: "beginning-of-a-key-accepted",
    sentence: "the beginning of the surface's own key is accepted.",
    blames: ["auth.unknown-key-refused"],
    also: ["auth.geolocation-"],
    sentWith: ["key"],
    at: lettingIn((key, request) => neverIssued(key, request) && ownOf(request).startsWith(key)),
  },
  {
    name: "other-products-key-accepted",
    sentence: "keys of the other product are accepted.",
    blames: ["auth.other-product-key-refused"],
    sentWith: ["key"],
    at: lettingIn((key, { ownerOf, isRevoked, surface }) => {
      const owner = ownerOf(key);
      return owner !== null && owner !== surface && !isRevoked(key);
    }),
  },
  {
    name: "revoked-key-accepted",
    sentence: "revoked keys are accepted.",
    blames: ["auth.revoked-key-refused"],
    also: ["auth.revocation-immediate", "auth.several-invalid-keys-refused", "auth.geolocation-"],
    sentWith: ["key"],
    at: lettingIn((key, { isRevoked }) => isRevoked(key)),
  },
  {
    name: "missing-key-accepted",
    sentence: "no key is needed.",
    blames: ["auth.missing-key-refused"],
    also: ["auth.geolocation-", "auth.head-without-key-refused"],
    sentWith: ["none"],
    at: (place) => (isProtected(place) ? [{ request: letIn }] : []),
  },
  {
    name: "malformed-header-accepted",
    sentence: "a key header without a key is accepted.",
    blames: ["auth.malformed-authorization-refused"],
    also: ["auth.geolocation-", "auth.unknown-key-"],
    sentWith: ["header"],
    at: (place) =>
      isProtected(place)
        ? [
            {
              request(request) {
                if (holdsNoKey(request)) letIn(request);
              },
            },
          ]
        : [],
  },
  {
    name: "two-wrong-keys-accepted",
    sentence: "two invalid keys are accepted together.",
    blames: ["auth.several-invalid-keys-refused"],
    sentWith: ["several"],
    at: (place) =>
      isProtected(place)
        ? [
            {
              request(request) {
                const { key, isRevoked } = request;
                if (key !== null && (neverIssued(key, request) || isRevoked(key))) letIn(request);
              },
            },
          ]
        : [],
  },
  {
    name: "unlisted-form-accepted",
    sentence: "the surface's own key is accepted in Authorization without Bearer.",
    blames: [
      "auth.bare-authorization-refused",
      "auth.basic-authorization-refused",
      "auth.other-scheme-refused",
    ],
    sentWith: ["header"],
    at: (place) =>
      isProtected(place) && place.auth === "bearer" ? [{ request: readUnlisted }] : [],
  },
  {
    name: "style-refused",
    sentence: "valid keys are refused.",
    blames: ["auth.style-accepted", "version.articles-explicit-version"],
    also: ["auth.revocation-", "parameter.", "limit.", "error.", "robustness.", "description."],
    sentWith: ["key"],
    at: (place) =>
      isProtected(place)
        ? [
            {
              request(request) {
                const { key, ownerOf, surface } = request;
                if (key !== null && ownerOf(key) === surface) takeKeys(request);
              },
            },
          ]
        : [],
  },
];
