import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesPerValue, codeOf, columnBytes, decoderOf } from './packed-column.ts';

function again(values: Float64Array, rises = false): { back: Float64Array; width: number } {
  const code = codeOf(values, { rises, wide: false });
  const bytes = columnBytes(values, code);
  const next = decoderOf(code);
  const view = new DataView(bytes.buffer);
  const width = bytesPerValue(code);
  expect(bytes.length).toBe(values.length * width);
  return { back: values.map((_, nth) => next(view, nth * width)), width };
}

test('decimals with gaps are a lossless round trip', () => {
  const decimal = fc.tuple(fc.integer({ min: -2_000_000, max: 2_000_000 }), fc.integer({ min: 0, max: 6 }));
  const cell = fc.option(decimal, { freq: 10, nil: null });
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 200 }), fc.boolean(), (cells, rises) => {
      const values = Float64Array.from(cells, (one) =>
        one === null ? Number.NaN : Number(`${one[0]}e-${one[1]}`) + 0,
      );
      expect([...again(values, rises).back]).toEqual([...values].map((value) => (value === 0 ? 0 : value)));
    }),
    { numRuns: 300 },
  );
});

test('a column takes as few bytes as its values need', () => {
  const of = (write: (nth: number) => number) => Float64Array.from({ length: 1000 }, (_, nth) => write(nth));
  expect(again(of((nth) => nth % 250)).width).toBe(1);
  expect(again(of((nth) => (nth * 37) % 10_000)).width).toBe(2);
  // A clock in hundredths since 1970: only the differences are stored.
  expect(
    again(
      of((nth) => Math.round(176_715_079_744 + nth * 2) / 100),
      true,
    ).width,
  ).toBe(1);
  expect(again(of((nth) => Math.sin(nth))).width).toBe(4);
});

test('values that are not short decimals keep 32-bit precision', () => {
  const values = Float64Array.of(Math.PI, Number.NaN, 1 / 3, -Math.E);
  expect([...again(values).back]).toEqual([...Float32Array.from(values)]);
});
