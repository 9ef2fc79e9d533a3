/** Confidence of a fact: unambiguous form, expected location, or mere resemblance. */
export type Sureness = 'certain' | 'likely' | 'hint';

/** A value read from a file, with its offset. */
export type Found = { readonly value: string; readonly at: number; readonly sure: Sureness };

export type Identified = {
  /** The control unit family, such as ME7.5, EDC17CP42, MS43. */
  readonly family: Found | null;
  readonly maker: string | null;
  readonly hardwareNumbers: readonly Found[];
  readonly softwareIds: readonly Found[];
  /** The numbers printed on the control unit. */
  readonly partNumbers: readonly Found[];
  readonly engine: Found | null;
  /** Personal data: visible to the owner and those who work on the file, never public. */
  readonly vins: readonly Found[];
  /** Share of non-filler bytes, 0 to 1, sampled at every eighth byte. */
  readonly usedShare: number;
};

export const nothingIdentified: Identified = {
  family: null,
  maker: null,
  hardwareNumbers: [],
  softwareIds: [],
  partNumbers: [],
  engine: null,
  vins: [],
  usedShare: 0,
};
