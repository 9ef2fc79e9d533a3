import type { Pyramid } from '@tuneport/domain/tuning/logs/pyramid';

export type Curve = {
  readonly label: string;
  readonly colour: number;
  readonly values: Float64Array;
  readonly times: Float64Array;
  readonly pyramid: Pyramid;
  /** The drawn value is value × factor + offset, in the unit of the lane. */
  readonly factor: number;
  readonly offset: number;
  /** 0 for the first log; curves of other logs are drawn dashed, each in its own pattern. */
  readonly logNth: number;
  readonly shiftS: number;
};
export type Lane = {
  /** The unit, or the index of a channel without a unit. */
  readonly key: string;
  readonly unit: string;
  /** Entered bounds of the axis; null scales to the visible values. */
  readonly scale: readonly [number, number] | null;
  readonly curves: readonly Curve[];
};

/** A note or a marker at one time. */
export type Mark = { readonly timeS: number; readonly text: string; readonly kind: 'note' | 'marker' };

export type Frame = {
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly inSeconds: boolean;
};

/** Space around the lanes, in CSS pixels. */
export const gutter = 58;
export const foot = 26;
export const top = 8;

export const xOf = (time: number, { from, to, width }: Frame): number =>
  gutter + ((time - from) / (to - from)) * (width - gutter - 8);
export const timeAt = (x: number, { from, to, width }: Frame): number =>
  from + ((x - gutter) / (width - gutter - 8)) * (to - from);
