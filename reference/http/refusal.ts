/** An invalid parameter in the form of the legacy error envelope. */
export interface RefusedField {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** Thrown to refuse a request; rendered in the envelope of its version. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly fields: readonly RefusedField[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: {
      readonly details?: Readonly<Record<string, unknown>>;
      readonly fields?: readonly RefusedField[];
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = extra.details ?? {};
    this.fields = extra.fields ?? [];
    this.headers = extra.headers ?? {};
  }
}

/**
 * Status 400 with the code INVALID_PARAMETER.
 *
 * @param type JSON type of the parameter
 * @param expected completes the sentence "<name> must be …"
 */
export function invalidParameter(name: string, type: string, expected: string): Refusal {
  return new Refusal(400, "INVALID_PARAMETER", `The parameter ${name} must be ${expected}.`, {
    details: { parameter: name, expected },
    fields: [{ name, type, description: `must be ${expected}` }],
  });
}
