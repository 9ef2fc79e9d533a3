/** What the head of a text log says about the lines below it. */
export type Layout = {
  readonly format: string;
  readonly separator: string;
  /** Whether 12,5 is twelve and a half. */
  readonly comma: boolean;
  /** The first line of data, counted in the lines the layout was found in. */
  readonly dataAt: number;
  readonly columns: readonly ColumnPlan[];
  /** One reading a line: which cell is what. Then `columns` is empty. */
  readonly long: LongPlan | null;
  /** Moments that the head of the file names, in the file's own seconds. */
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
  /** The column that tells its time, where each group of channels has a clock of its own. */
  readonly clockAt: number | null;
  /** For files of whole numbers: what is written × factor + offset is what is meant. */
  readonly factor: number;
  readonly offset: number;
  /** Whether a point stands between thousands. */
  readonly grouped: boolean;
  /** Whether a comma stands before the decimals of this column, in a file where a point does. */
  readonly comma: boolean;
  /** Whether 120059.9 is a tenth of a second before 12:01. */
  readonly clockDigits: boolean;
};

export type LongPlan = {
  readonly time: number;
  readonly name: number;
  readonly value: number;
  readonly unit: number;
  /** What stands above the times: it may tell their unit. */
  readonly timeName: string;
};

export const columnPlan = (given: Partial<ColumnPlan> & Pick<ColumnPlan, 'use'>): ColumnPlan => ({
  name: '',
  alias: '',
  unit: '',
  source: '',
  clockAt: null,
  factor: 1,
  offset: 0,
  grouped: false,
  comma: false,
  clockDigits: false,
  ...given,
});

/** Head lines worth showing: short, not blank, no rulers. */
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
