import { invalidParameter } from "./refusal.ts";

/**
 * Reads the query string strictly and records what was read, which is the echo in `parameters`. Each
 * reader returns null for an absent parameter, and throws INVALID_PARAMETER for a value outside its
 * domain or a repeated parameter.
 */
export interface ParameterReader {
  /** Any text, including the empty one unless `minimum` is 1. */
  text(name: string, minimum?: 0 | 1): string | null;
  /** Like `text` with at least one character, but required. */
  requiredText(name: string): string;
  /** Plain decimal digits within the bounds: no sign, space, exponent, fraction or leading zero. */
  integer(name: string, least: number, most: number): number | null;
  /** A day of the calendar, YYYY-MM-DD. */
  date(name: string): string | null;
  /** Two letters, any case. */
  country(name: string): string | null;
  /** A language code such as `en` or `pt-BR`, any case. */
  language(name: string): string | null;
  /** Adds a default to the echo if the parameter was not sent. */
  echoDefault(name: string, value: string): void;
  /** The parameters that were read and present, by name. */
  readonly echo: Readonly<Record<string, string | number>>;
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const parsed = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text);
}

export function createParameterReader(query: URLSearchParams): ParameterReader {
  const echo: Record<string, string | number> = {};

  const raw = (name: string, type: string): string | null => {
    const values = query.getAll(name);
    if (values.length > 1) throw invalidParameter(name, type, "given only once");
    return values[0] ?? null;
  };

  const checked = (
    name: string,
    type: string,
    expected: string,
    holds: (value: string) => boolean,
  ): string | null => {
    const value = raw(name, type);
    if (value === null) return null;
    if (!holds(value)) throw invalidParameter(name, type, expected);
    echo[name] = value;
    return value;
  };

  const text = (name: string, minimum: 0 | 1 = 0): string | null =>
    checked(name, "string", "at least one character long", (value) => value.length >= minimum);

  return {
    text,
    requiredText(name) {
      const value = text(name, 1);
      if (value === null || value.trim() === "") {
        throw invalidParameter(name, "string", "present and not blank");
      }
      return value;
    },
    integer(name, least, most) {
      const value = checked(
        name,
        "integer",
        `an integer from ${least} to ${most}`,
        (digits) =>
          /^(0|[1-9]\d{0,9})$/.test(digits) && Number(digits) >= least && Number(digits) <= most,
      );
      if (value === null) return null;
      echo[name] = Number(value);
      return Number(value);
    },
    date: (name) => checked(name, "string", "a date of the form YYYY-MM-DD", isDay),
    country: (name) =>
      checked(name, "string", "a country code of two letters", (value) =>
        /^[a-z]{2}$/i.test(value),
      ),
    language: (name) =>
      checked(name, "string", "a language code such as en", (value) =>
        /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(value),
      ),
    echoDefault(name, value) {
      echo[name] ??= value;
    },
    echo,
  };
}
