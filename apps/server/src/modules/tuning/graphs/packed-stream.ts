import { bytesPerValue, decoderOf } from '@tuneport/domain/tuning/logs/packed-column';
import {
  headBytesOf,
  type PackedColumn,
  type PackedHead,
  readPackedHead,
} from '@tuneport/domain/tuning/logs/packed-log';

/** Header limit: 4096 channels with names and units need far less. */
const headBytesMax = 16 * 1024 * 1024;
const valuesAtOnce = 8192;

/** Reads a packed log sequentially with only a few kilobytes in memory at a time. */
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

  /** The values of a column in a row range. Columns must be requested in their stored order. */
  async *values({ at, count, code }: PackedColumn, from = 0, to = count): AsyncGenerator<Float64Array> {
    const width = bytesPerValue(code);
    const next = decoderOf(code);
    await this.#skipTo(this.#dataAt + at);
    // Delta-encoded columns must be decoded from their first value.
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

  /** Closes the source, even if it was not read to the end. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #hold(bytes: number): Promise<void> {
    const parts = [this.#held];
    let length = this.#held.length;
    while (length < bytes) {
      const { done, value } = await this.#chunks.next();
      if (done) throw new Error('The stored samples are truncated.');
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
