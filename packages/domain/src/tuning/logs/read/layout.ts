import { channelNameCharsMax } from '../log-types.ts';

/** What the header of a text log specifies about the following lines. */
export type Layout = {
  readonly format: string;
  readonly separator: string;
  /** Whether the decimal separator is a comma. */
  readonly comma: boolean;
  /** The first data line, as an index into the lines the layout was detected in. */
  readonly dataAt: number;
  readonly columns: readonly ColumnPlan[];
  /** For files with one reading per line: the role of each cell. `columns` is then empty. */
  readonly long: LongPlan | null;
  /** Markers from the file header, in the file's own seconds. */
  readonly marks: readonly { readonly seconds: number; readonly text: string }[];
  readonly about: readonly string[];
  readonly notes: readonly string[];
};

export type ColumnPlan = {
  readonly use: 'channel' | 'clock' | 'marker' | 'none';
  readonly name: string;
  readonly alias: string;
  readonly unit: string;
  readonly source: string;
  /** The column of its clock, if each group of channels has its own. */
  readonly clockAt: number | null;
  /** For integer files: value = written × factor + offset. */
  readonly factor: number;
  readonly offset: number;
  /** Whether a point is the thousands separator. */
  readonly grouped: boolean;
  /** Whether this column has decimal commas in a file with decimal points. */
  readonly comma: boolean;
  /** Whether 120059.9 means a tenth of a second before 12:01. */
  readonly clockDigits: boolean;
};

export type LongPlan = {
  readonly time: number;
  readonly name: number;
  readonly value: number;
  readonly unit: number;
  /** The header of the time column; may contain its unit. */
  readonly timeName: string;
};

const cutName = (name = ''): string => name.slice(0, channelNameCharsMax);

export const columnPlan = (given: Partial<ColumnPlan> & Pick<ColumnPlan, 'use'>): ColumnPlan => ({
  clockAt: null,
  factor: 1,
  offset: 0,
  grouped: false,
  comma: false,
  clockDigits: false,
  ...given,
  name: cutName(given.name),
  alias: cutName(given.alias),
  unit: cutName(given.unit),
  source: cutName(given.source),
});

/** Header lines worth displaying: short, not blank, no rulers. */
export const aboutOf = (lines: readonly string[]): string[] =>
  lines
    .slice(0, 400)
    .map((line) => line.slice(0, 400))
    .map((line) =>
      line
        .replaceAll('"', '')
        .replace(/[,;\t]+$/, '')
        .trim(),
    )
    .filter((line) => /[\p{L}\p{N}]{2}/u.test(line))
    .slice(0, 24)
    .map((line) => line.slice(0, 160));
