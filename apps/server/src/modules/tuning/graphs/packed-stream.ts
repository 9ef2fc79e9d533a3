import { bytesPerValue, decoderOf } from '@tuneport/domain/tuning/logs/packed-column';
import {
  headBytesOf,
  type PackedColumn,
  type PackedHead,
  readPackedHead,
} from '@tuneport/domain/tuning/logs/packed-log';

/** No head is longer: 4096 channels with names and units are far below. */
const headBytesMax = 16 * 1024 * 1024;
const valuesAtOnce = 8192;

/** A packed log read from front to back: only a few kilobytes of it are in memory at a time. */
export class PackedStream {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);
  #at = 0;
  #dataAt = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async head(): Promise<PackedHead> {
    await this.#hold(8);
    const headBytes = headBytesOf(this.#held.subarray(0, 8));
    if (headBytes === null || headBytes > headBytesMax) throw new Error('The stored samples are damaged.');
    await this.#hold(headBytes);
    const head = readPackedHead(this.#held.subarray(0, headBytes));
    this.#drop(headBytes);
    this.#dataAt = head.dataAt;
    return head;
  }

  /** The values of a column between two places. Columns are asked for in the order in which they are stored. */
  async *values({ at, count, code }: PackedColumn, from = 0, to = count): AsyncGenerator<Float64Array> {
    const width = bytesPerValue(code);
    const next = decoderOf(code);
    await this.#skipTo(this.#dataAt + at);
    // Where numbers are stored as steps, those before the first one asked for count as well.
    for (let nth = 0; nth < to; ) {
      const some = Math.min(valuesAtOnce, to - nth);
      await this.#hold(some * width);
      const view = new DataView(this.#held.buffer, this.#held.byteOffset, some * width);
      const batch = new Float64Array(some);
      for (let of = 0; of < some; of++) batch[of] = next(view, of * width);
      this.#drop(some * width);
      nth += some;
      if (nth > from) yield batch.subarray(Math.max(0, from - (nth - some)));
    }
  }

  /** Ends the source, also when not everything was read. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #hold(bytes: number): Promise<void> {
    const parts = [this.#held];
    let length = this.#held.length;
    while (length < bytes) {
      const { done, value } = await this.#chunks.next();
      if (done) throw new Error('The stored samples are cut short.');
      parts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      length += value.byteLength;
    }
    if (parts.length > 1) this.#held = Buffer.concat(parts);
  }

  #drop(bytes: number): void {
    this.#held = this.#held.subarray(bytes);
    this.#at += bytes;
  }

  async #skipTo(place: number): Promise<void> {
    while (this.#at + this.#held.length < place) {
      this.#drop(this.#held.length);
      await this.#hold(1);
    }
    this.#drop(place - this.#at);
  }
}
