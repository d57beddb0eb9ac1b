/** A text that another text contains in an encoding. */
export interface EncodedText {
  readonly text: string;
  /** Where a character of it begins in the other text. */
  startOf(index: number): number;
  /** Where the character before an index of it ends in the other text. */
  endOf(index: number): number;
}
