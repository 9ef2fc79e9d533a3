import { describe, expect, test } from 'vitest';
import type { SelectableTune } from '../vehicles/vehicle-selection.ts';
import { checkSelection, exclusiveGroups } from './selection-rules.ts';

const dsg = { isDsg: true, isAwd: false };
const awd = { isDsg: false, isAwd: true };
const tune = (id: number, more: Partial<SelectableTune> = {}): SelectableTune => ({
  id,
  slug: `tune-${id}`,
  isStock: false,
  optional: false,
  requires: [],
  recommended: [],
  tuneTypes: [],
  ...more,
});

const vehicle = {
  engine: {
    transmissionIds: [7, 8],
    tunes: [
      tune(1, { isStock: true }),
      tune(2),
      tune(3),
      tune(4, { requires: [3] }),
      tune(5, { optional: true }),
      tune(6, { optional: true, requires: [3] }),
      tune(9, { optional: true, requires: [99] }),
    ],
  },
  transmission: {
    id: 7,
    tunes: [tune(11), tune(12, { tuneTypes: [dsg] }), tune(13, { tuneTypes: [awd] }), tune(14, { tuneTypes: [awd] })],
  },
};
const check = (engine: number[], transmission: number[] = [], of: Parameters<typeof checkSelection>[0] = vehicle) =>
  checkSelection(of, { engine, transmission });
const kinds = (...args: Parameters<typeof check>) => check(...args).problems.map(({ kind }) => kind);
const bought = (...args: Parameters<typeof check>) => check(...args).tunes.map(({ tune: { id } }) => id);

describe('a selection', () => {
  test('has at most one main tune per slot, besides add-ons (S443)', () => {
    expect(check([2, 3], []).problems).toEqual([{ kind: 'exclusive', tuneIds: [2, 3] }]);
    expect(check([2], [13, 14]).problems).toEqual([{ kind: 'exclusive', tuneIds: [13, 14] }]);
    expect(kinds([2, 5], [11, 12, 13])).toEqual([]);
  });

  test('is refused when a required tune excludes a picked one (S443)', () => {
    expect(check([2, 6]).problems).toEqual([{ kind: 'exclusive', tuneIds: [2, 3] }]);
    expect(kinds([2, 4])).toEqual(['exclusive']);
  });

  test('may have two main tunes in one slot when one requires the other', () => {
    expect(kinds([4])).toEqual([]);
    expect(bought([4])).toEqual([4, 3]);
    expect(check([4]).tunes.map(({ required }) => required)).toEqual([false, true]);
  });

  test('needs a transmission of its engine (S444)', () => {
    const foreign = { ...vehicle, transmission: { ...vehicle.transmission, id: 70 } };
    expect(kinds([2], [11], foreign)).toEqual(['foreign-transmission']);
    expect(kinds([2], [], foreign)).toEqual(['foreign-transmission']);
    expect(kinds([2], [11])).toEqual([]);
  });

  test('needs the engine for an all-wheel-drive tune, whose tools it restricts', () => {
    expect(kinds([], [13], { ...vehicle, engine: null })).toEqual(['engine-missing']);
    expect(kinds([], [11], { ...vehicle, engine: null })).toEqual([]);
  });

  test('reports tunes of another unit, missing requirements and an empty selection', () => {
    expect(check([11, 500]).problems).toEqual([
      { kind: 'unknown-tune', unit: 'engine', tuneId: 11 },
      { kind: 'unknown-tune', unit: 'engine', tuneId: 500 },
    ]);
    expect(check([9]).problems).toEqual([{ kind: 'requirement-missing', tuneId: 9, requires: 99 }]);
    expect(kinds([])).toEqual(['nothing-chosen']);
    expect(kinds([1])).toEqual(['nothing-chosen']);
  });

  test('has each tune once and no stock tune', () => expect(bought([2, 2, 1, 5])).toEqual([2, 5]));
});

test('an empty selection has no exclusive groups', () => expect(exclusiveGroups([])).toEqual([]));
