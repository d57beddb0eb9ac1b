import { surfaces } from "../../contracts/vocabulary.ts";
import { hasPartsInOrder } from "../../harness/parts-in-order.ts";
import { minSecretLength } from "../../harness/redaction/secret-forms.ts";
import { keyExpression } from "../../harness/requests/key-names.ts";
import type { WireRequest } from "../../harness/requests/request.ts";
import { redactedHeader } from "../../harness/requests/request.ts";
import { alteredWithin } from "../../harness/requests/request-spec.ts";
import { partOfSecret } from "../../harness/secrets/redaction.ts";
import type { ReportConfiguration } from "../../reporters/model/report-configuration.ts";

/** Compares recorded texts with those that the suite made, some of which contain a secret by chance. */
export interface Redactions {
  /** Whether a recorded request is this one. */
  isRequest(
    recorded: Omit<WireRequest, "method"> & { readonly method: string },
    made: WireRequest,
  ): boolean;
  /** Whether a recorded command line is this one. */
  isCommand(recorded: string, made: string): boolean;
}

/** Stands for a placeholder; no URL and no header that the suite sends has this character. */
const gap = "\ue000";

/**
 * Accepts the placeholders that a run with this configuration writes, and nothing that merely resembles them. Each
 * stands for text at least as long as a secret, within one header, one part of a URL or one quoted word of a command.
 */
export function redactionsOf({
  surfaces: tested,
  network,
}: Pick<ReportConfiguration, "surfaces" | "network">): Redactions {
  const keys = surfaces.flatMap((surface) => {
    const keyEnv = tested[surface]?.revokeKeyEnv ?? null;
    const revoke = keyEnv === null ? null : { keyEnv, command: "" };
    return (
      [
        "own",
        "revoked",
        "revocable",
        "shortened",
        "altered",
        ...alteredWithin,
        "unprefixed",
        "recased",
      ] as const
    ).map((key) => keyExpression(surface, key, revoke));
  });
  const exact = new Set([...network.headers.map(redactedHeader), ...keys, partOfSecret]);
  const known = [...exact].sort((a, b) => b.length - a.length);

  /** With a gap for each placeholder. A variable that is given to a revoke command can have any name. */
  const withGaps = (text: string) =>
    known
      .reduce((rest, placeholder) => rest.replaceAll(placeholder, gap), text)
      .replaceAll(/\$[A-Za-z_]\w{0,200}/g, gap);

  const isRedacted = (recorded: string, made: string, apart: RegExp | null = null): boolean => {
    if (recorded === made) return true;
    if (recorded.includes(gap)) return false;
    const shown = withGaps(recorded);
    const [parts, whole] =
      apart === null ? [[shown], [made]] : [shown.split(apart), made.split(apart)];
    return (
      parts.length === whole.length &&
      parts.every((part, index) =>
        hasPartsInOrder(whole[index] ?? "", part.split(gap), minSecretLength),
      )
    );
  };

  const isText = (recorded: string, made: string) =>
    isRedacted(recorded, made, /^https?:/.test(made) ? inUrl : null);

  return {
    isRequest(recorded, made) {
      const names = Object.keys(made.headers);
      return (
        recorded.method === made.method &&
        isText(recorded.url, made.url) &&
        Object.keys(recorded.headers).length === names.length &&
        names.every(
          (name) =>
            Object.hasOwn(recorded.headers, name) &&
            isText(recorded.headers[name] ?? "", made.headers[name] ?? ""),
        )
      );
    },
    isCommand(recorded, made) {
      if (recorded === made) return true;
      // Every other part is between quotation marks.
      const [parts, whole] = [recorded.split("'"), made.split("'")];
      return (
        parts.length === whole.length &&
        parts.every((part, index) => {
          const wanted = whole[index] ?? "";
          return index % 2 === 0 ? part === wanted : isText(part, wanted);
        })
      );
    },
  };
}

/** Separates the parts of a URL; no secret extends across these characters. */
const inUrl = /[?&=]/;
