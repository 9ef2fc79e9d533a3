import type { LogFailure } from '@tuneport/domain/tuning/logs/log-types';
import type { Quantity } from '@tuneport/domain/tuning/logs/quantities';
import type { Review } from '@tuneport/domain/tuning/logs/review/review-log';
import type { Config } from '../../../platform/config.ts';
import type { GraphQuery } from './graph-json.ts';

// Messages to the worker thread that reads logs, and its results.

export type ReadTask = {
  readonly kind: 'read';
  readonly path: string;
  /** The uploader's file name; its extension identifies a file that cannot be read. */
  readonly name: string;
  readonly packTo: string;
};

export type AnswerTask = {
  readonly kind: 'answer';
  /** The thread reads the stored bytes directly. */
  readonly storage: Config['storage'];
  readonly sha256: Uint8Array;
  readonly isGzip: boolean;
  /** Fields of the response besides the samples. */
  readonly about: Record<string, unknown>;
  readonly query: GraphQuery;
  readonly writeTo: string;
};

export type GraphTask = ReadTask | AnswerTask;

type GraphSummary = {
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
  readonly review: Review;
  readonly packed: { readonly sha256: Uint8Array; readonly sizeBytes: number };
};

export type GraphResult =
  | { readonly kind: 'read'; readonly summary: GraphSummary }
  | { readonly kind: 'refused'; readonly failure: LogFailure; readonly text: string }
  | { readonly kind: 'written'; readonly sizeBytes: number }
  | { readonly kind: 'missing' };
