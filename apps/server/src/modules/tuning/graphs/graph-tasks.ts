import type { Quantity } from '@tuneport/domain/logs/quantities';

// What is asked of the thread that reads logs, and what it answers.

export type ReadTask = { readonly kind: 'read'; readonly path: string; readonly packTo: string };
export type AnswerTask = {
  readonly kind: 'answer';
  readonly packed: Uint8Array;
  /** What the answer says beside the samples. */
  readonly about: Record<string, unknown>;
  readonly channels?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly points?: number | undefined;
};
export type GraphTask = ReadTask | AnswerTask;

export type GraphSummary = {
  readonly format: string;
  readonly rows: number;
  readonly durationS: number;
  readonly timeBase: 'seconds' | 'rows';
  readonly channels: readonly {
    name: string;
    label: string;
    unit: string;
    quantity: Quantity | null;
    source: string;
    clock: number;
  }[];
  readonly notes: readonly string[];
  readonly packed: { readonly sha256: Uint8Array; readonly sizeBytes: number };
};
export type GraphResult =
  | { readonly kind: 'read'; readonly summary: GraphSummary }
  | { readonly kind: 'answer'; readonly json: Uint8Array }
  | { readonly kind: 'refused'; readonly failure: 'empty' | 'unrecognised' | 'unsupported' | 'too-large' };
