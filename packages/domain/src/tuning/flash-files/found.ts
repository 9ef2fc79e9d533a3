/** How far a fact can be trusted: its form leaves no doubt, it stands where such facts stand, or it only looks like one. */
export type Sureness = 'certain' | 'likely' | 'hint';

/** Something read out of a file, and where. */
export type Found = { readonly value: string; readonly at: number; readonly sure: Sureness };

export type Identified = {
  /** ME7.5, EDC17CP42, MS43: the kind of control unit. */
  readonly family: Found | null;
  readonly maker: string | null;
  readonly hardwareNumbers: readonly Found[];
  readonly softwareIds: readonly Found[];
  /** What is printed on the box. */
  readonly partNumbers: readonly Found[];
  readonly engine: Found | null;
  /** Personal data: for the owner and those who work on the file, never for the public. */
  readonly vins: readonly Found[];
  /** Share of bytes that are not filler, 0 to 1; every eighth byte is asked. */
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
