/** Something that is achieved once, by any of the probes that name it. */
export interface Goal {
  readonly name: string;
  readonly worth: number;
}
