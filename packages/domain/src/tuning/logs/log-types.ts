import type { Quantity } from './quantities.ts';

/** One curve of a log, sample by sample. A sample that is missing is NaN. */
export type LogChannel = {
  /** As the file names it, unit and all: what a person would look for in the file. */
  readonly name: string;
  /** For people: without the unit, with the friendlier second name where the file has one. */
  readonly label: string;
  /** As the file writes it, without brackets; empty when the file does not say. */
  readonly unit: string;
  /** What it measures, when its name tells. */
  readonly quantity: Quantity | null;
  /** Where the reading comes from, when the file says: "gps", "obd". */
  readonly source: string;
  /** Which of the log's clocks its samples follow. */
  readonly clock: number;
  /** A channel of words: its values count into this list. */
  readonly words: readonly string[] | null;
  readonly values: Float64Array;
};

export type LogMarker = { readonly timeS: number; readonly text: string };

export type ParsedLog = {
  /** Which family of files it was read as, for people: "VCDS group log". */
  readonly format: string;
  /** Lines (or records) after the header that hold anything at all. */
  readonly rows: number;
  readonly channels: readonly LogChannel[];
  /** Seconds since the log's beginning, never falling. A file may have one clock for each group of channels. */
  readonly clocks: readonly Float64Array[];
  /** 'rows' when the file has no time at all: then the clocks count rows. */
  readonly timeBase: 'seconds' | 'rows';
  readonly markers: readonly LogMarker[];
  /** What the head of the file says about itself, as written. */
  readonly about: readonly string[];
  /** What was repaired or left out, in sentences. */
  readonly notes: readonly string[];
};

export type LogFailure =
  | 'empty'
  /** Nothing here looks like a log. */
  | 'unrecognised'
  /** A log of a program whose files we know but do not read. */
  | 'unsupported'
  /** The names of channels without a single reading. */
  | 'no-rows'
  | 'too-large';

export type ReadLog =
  | { readonly ok: true; readonly log: ParsedLog }
  | { readonly ok: false; readonly failure: LogFailure; readonly format: string | null };

/** The specification's sentence, word for word. */
export const unrecognisedLogText =
  'The log you have uploaded is not in a format we recognize. If you know your log is in the proper, unmodified format, please contact us.';

export const logBytesMax = 256 * 1024 * 1024;
export const logColumnsMax = 4096;
/** Stored values: what one log may take in memory. Channels that hardly change count little. */
export const logCellsMax = 32_000_000;
export const logLineCharsMax = 1_000_000;
