import { expect, test } from 'vitest';
import { transmissionFacts } from './vehicle-labels.ts';

test.each([
  ['6-speed manual', 'manual', 6, false, ''],
  ['8-speed automatic, AWD', 'automatic', 8, true, ''],
  ['CVT', 'cvt', null, false, ''],
  ['6-speed DSG', 'dual-clutch', 6, true, 'dual clutch, all-wheel drive'],
  ['Manual', 'manual', 5, false, '5-speed'],
  ['16-speed manual', 'manual', 6, false, '6-speed'],
  ['Torqueflite', 'automatic', 3, false, '3-speed, automatic'],
] as const)('the facts of a transmission named %s leave out what its name says', (name, kind, gears, awd, facts) => {
  expect(transmissionFacts({ name, kind, gears, awd })).toBe(facts);
});
