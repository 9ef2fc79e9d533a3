/**
 * A nearly constant channel, stored as the rows at which it changes. In a log of hundreds of channels most are like
 * that.
 */
export class StillValues {
  #rows = new Int32Array(64);
  #values = new Float64Array(64);
  #count = 0;

  /** null for a channel that changes in more than one of sixteen rows. */
  static of(values: Float64Array, rows: number): StillValues | null {
    const still = new StillValues();
    for (let row = 0; row < rows; row++) {
      still.put(row, values[row] as number);
      if (still.#count * changesMax > rows + changesMax) return null;
    }
    return still;
  }

  get count(): number {
    return this.#count;
  }

  put(row: number, value: number): void {
    const nth = this.#count;
    if (nth > 0 && Object.is(this.#values[nth - 1], value)) return;
    if (nth === this.#rows.length) {
      const [rows, values] = [new Int32Array(nth * 2), new Float64Array(nth * 2)];
      rows.set(this.#rows);
      values.set(this.#values);
      [this.#rows, this.#values] = [rows, values];
    }
    this.#rows[nth] = row;
    this.#values[nth] = value;
    this.#count++;
  }

  /** Samples at each change and just before it, so that lines between changes are level, and at the last row. */
  samples(times: Float64Array, rows: number): { times: Float64Array; values: Float64Array } {
    const [at, values]: [number[], number[]] = [[], []];
    for (let nth = 0; nth < this.#count; nth++) {
      const row = this.#rows[nth] as number;
      if (nth > 0 && row - 1 > (this.#rows[nth - 1] as number)) {
        at.push(row - 1);
        values.push(this.#values[nth - 1] as number);
      }
      at.push(row);
      values.push(this.#values[nth] as number);
    }
    if (rows - 1 > (at.at(-1) ?? -1)) {
      at.push(rows - 1);
      values.push(this.#values[this.#count - 1] ?? Number.NaN);
    }
    return { times: Float64Array.from(at, (row) => times[row] as number), values: Float64Array.from(values) };
  }
}

const changesMax = 16;

export const stillNote = (channels: number): string =>
  `${channels.toLocaleString('en')} channels hardly change; they are stored at a reduced rate.`;
