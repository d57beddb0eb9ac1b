/** A part of the suite that reads bytes which somebody else has made. */
export interface FuzzedReader {
  readonly name: string;
  /** Inputs that it accepts, from which others are made. */
  seeds(): Promise<readonly Buffer[]>;
  /**
   * Reads an input and does with it what the suite does. Rejects if that is no expected refusal, or if
   * what comes out is wrong.
   */
  read(input: Buffer): Promise<void>;
}
