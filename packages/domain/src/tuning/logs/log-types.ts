import type { Quantity } from './quantities.ts';

/** One channel of a log. A missing sample is NaN. */
export type LogChannel = {
  /** The name in the file including its unit. */
  readonly name: string;
  /** Display name: without the unit, and the friendlier second name if the file has one. */
  readonly label: string;
  /** As in the file, without brackets; empty if not specified. */
  readonly unit: string;
  /** The measured quantity, if recognised by name. */
  readonly quantity: Quantity | null;
  /** The source of the reading, if specified: "gps", "obd". */
  readonly source: string;
  /** Index of the clock its samples follow. */
  readonly clock: number;
  /** For a text channel: its values are indexes into this list. */
  readonly words: readonly string[] | null;
  readonly values: Float64Array;
};

export type LogMarker = { readonly timeS: number; readonly text: string };

export type ParsedLog = {
  /** Display name of the file format: "VCDS group log". */
  readonly format: string;
  /** Non-empty lines or records after the header. */
  readonly rows: number;
  readonly channels: readonly LogChannel[];
  /** Seconds since the start of the log, never decreasing. A file may have one clock per group of channels. */
  readonly clocks: readonly Float64Array[];
  /** 'rows' if the file has no time; the clocks then count rows. */
  readonly timeBase: 'seconds' | 'rows';
  readonly markers: readonly LogMarker[];
  /** Information in the file's header, as written. */
  readonly about: readonly string[];
  /** What was repaired or left out, as sentences. */
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

/** Quoted verbatim from the specification. */
export const unrecognisedLogText =
  'The log you have uploaded is not in a format we recognize. If you know your log is in the proper, unmodified format, please contact us.';

export const logBytesMax = 256 * 1024 * 1024;
export const logColumnsMax = 4096;
/**
 * Maximum stored values, which limits the memory of a log: enough for 200 MiB of text with five characters a value.
 * Channels that hardly change count little.
 */
export const logCellsMax = 48_000_000;
export const logLineCharsMax = 1_000_000;
/** Longer names are cut: analysing a name takes quadratic time, and every reader of the log gets the names. */
export const channelNameCharsMax = 300;
