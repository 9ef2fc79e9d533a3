import type { PackedColumn, PackedHead } from '@tuneport/domain/tuning/logs/packed-log';
import { PackedStream } from './packed-stream.ts';

export type GraphQuery = {
  readonly channels?: readonly number[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly points?: number | undefined;
};

/** The rows of one clock to send, and how many of them are reduced to one min/max pair. */
type Stretch = { readonly from: number; readonly to: number; readonly step: number };

/**
 * Streams the response of `GET /graph/:id`: all of it, or selected channels and a time range, downsampled without
 * losing peaks. Memory use does not depend on the size of the log.
 */
export async function* graphJson(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  about: Record<string, unknown>,
  query: GraphQuery,
): AsyncGenerator<string> {
  const stretches = query.from === undefined && query.to === undefined ? null : await findStretches(open, query);
  const packed = new PackedStream(await open());
  try {
    const head = await packed.head();
    const wanted = query.channels && new Set(query.channels);
    const chosen = head.channels.filter((_, nth) => !wanted || wanted.has(nth));
    const used = [...new Set(chosen.map(({ about: { clock } }) => clock))].sort((a, b) => a - b);
    const stretchOf = (clock: number): Stretch =>
      stretches?.[clock] ?? stretch(0, head.clocks[clock]?.count ?? 0, query.points);
    const { channels: _, ...rest } = about;
    yield `${JSON.stringify(rest).slice(0, -1)},"clocks":[`;
    for (const [nth, clock] of used.entries()) {
      yield nth === 0 ? '[' : '],[';
      yield* listOf(packed, head.clocks[clock] as PackedColumn, stretchOf(clock), 'moments');
    }
    yield `${used.length > 0 ? ']' : ''}],"channels":[`;
    for (const [nth, { about: channel, column }] of chosen.entries()) {
      const channelJson = JSON.stringify({ ...channel, clock: used.indexOf(channel.clock) });
      yield `${nth === 0 ? '' : ']},'}${channelJson.slice(0, -1)},"samples":[`;
      yield* listOf(packed, column, stretchOf(channel.clock), 'extremes');
    }
    yield `${chosen.length > 0 ? ']}' : ''}]}`;
  } finally {
    await packed.close();
  }
}

function stretch(from: number, to: number, points: number | undefined): Stretch {
  const step = points === undefined ? 1 : Math.max(1, Math.ceil(Math.max(0, to - from) / (points / 2)));
  return { from, to: Math.max(from, to), step: step <= 2 ? 1 : step };
}

/** Reads only the clocks, to map a time range to rows. */
async function findStretches(
  open: () => Promise<AsyncIterable<Uint8Array>>,
  { from, to, points }: GraphQuery,
): Promise<Stretch[]> {
  const packed = new PackedStream(await open());
  try {
    const head: PackedHead = await packed.head();
    const found: Stretch[] = [];
    for (const column of head.clocks) {
      let [before, until] = [0, 0];
      for await (const times of packed.values(column))
        for (const time of times) {
          if (from !== undefined && time <= from - 1e-9) before += 1;
          if (to === undefined || time <= to) until += 1;
        }
      found.push(stretch(before, until, points));
    }
    return found;
  } finally {
    await packed.close();
  }
}

/** What a bucket of rows becomes: first and last time of a clock, or lowest and highest value of a channel. */
type Bucket = 'moments' | 'extremes';

async function* listOf(
  packed: PackedStream,
  column: PackedColumn,
  { from, to, step }: Stretch,
  bucket: Bucket,
): AsyncGenerator<string> {
  // A 32-bit float holds seven digits; rounding hides further ones.
  const write = column.code.as === 'f32' ? rounded : (values: number[]) => values;
  let isFirst = true;
  const text = (values: number[]): string => {
    const list = JSON.stringify(write(values)).slice(1, -1);
    const separated = isFirst ? list : `,${list}`;
    isFirst = false;
    return separated;
  };
  let [one, other, held] = [Number.NaN, Number.NaN, 0];
  for await (const values of packed.values(column, from, to)) {
    if (step === 1) {
      yield text(Array.from(values));
      continue;
    }
    const pairs: number[] = [];
    for (let nth = 0; nth < values.length; nth++) {
      const value = values[nth] as number;
      if (bucket === 'moments') {
        if (held === 0) one = value;
        other = value;
      } else {
        if (value < one || Number.isNaN(one)) one = value;
        if (value > other || Number.isNaN(other)) other = value;
      }
      held += 1;
      if (held < step) continue;
      pairs.push(one, other);
      [one, other, held] = [Number.NaN, Number.NaN, 0];
    }
    if (pairs.length > 0) yield text(pairs);
  }
  if (held > 0) yield text([one, other]);
}

const rounded = (values: number[]): number[] =>
  values.map((value) => (Number.isInteger(value) ? value : Number(value.toPrecision(9))));
