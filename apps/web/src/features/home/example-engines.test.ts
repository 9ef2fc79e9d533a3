import { expect, test } from 'vitest';
import { exampleEngines, gainOf } from './example-engines.ts';

test('the power of an example follows from its torque and engine speed', () => {
  for (const { power, torque } of exampleEngines) {
    for (const [at, point] of torque.tuned.entries()) {
      expect(power.tuned[at]?.value).toBeCloseTo((point.value * point.rpm) / 5252, 6);
    }
  }
});

test('a tuned curve never lies below its stock curve', () => {
  for (const { torque } of exampleEngines) {
    for (const [at, point] of torque.tuned.entries()) expect(point.value).toBeGreaterThan(torque.stock[at]?.value ?? 0);
  }
});

test('the gain is the difference of the two peaks', () => {
  const [hatch] = exampleEngines;
  if (!hatch) throw new Error('no example');
  const gain = gainOf(hatch);
  expect(gain).toEqual({ powerHp: 57, torqueLbFt: 73, everywherePercent: 24, from: 228, to: 285 });
});
