import type { LogFailure } from '@tuneport/domain/tuning/logs/log-types';
import type { Quantity } from '@tuneport/domain/tuning/logs/quantities';
import type { Config } from '../../../platform/config.ts';
import type { GraphQuery } from './graph-json.ts';

// What is asked of the thread that reads logs, and what it answers.

export type ReadTask = {
  readonly kind: 'read';
  readonly path: string;
  /** As the uploader calls it: its extension tells what a file is that cannot be read. */
  readonly name: string;
  readonly packTo: string;
};

export type AnswerTask = {
  readonly kind: 'answer';
  /** The thread reads the stored bytes itself. */
  readonly storage: Config['storage'];
  readonly sha256: Uint8Array;
  readonly isGzip: boolean;
  /** What the answer says beside the samples. */
  readonly about: Record<string, unknown>;
  readonly query: GraphQuery;
};

/** `more` asks a thread for the next piece of its answer, `stop` ends it early. */
export type GraphTask = ReadTask | AnswerTask | { readonly kind: 'more' } | { readonly kind: 'stop' };

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
  | { readonly kind: 'refused'; readonly failure: LogFailure; readonly text: string }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'missing' };
