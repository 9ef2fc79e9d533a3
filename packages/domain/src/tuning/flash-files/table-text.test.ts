import { expect, test } from 'vitest';
import { isBareReadings } from './table-text.ts';

test('rows of numbers are readings without names, columns of years are not', () => {
  expect(isBareReadings('0.1,800,12\n0.2,900,13\n')).toBe(true);
  expect(isBareReadings('1999,2000,2001\n2002,2003,2004\n')).toBe(true);
  expect(isBareReadings('country,kind,1973,1974,1975,1976,1977\nA,donor,0.9,0.3,1.8,0.7,1.4\n')).toBe(false);
  expect(isBareReadings('"Country","Code","1960","1961","1962","1963"\n"A","AA","1","2","3","4"\n')).toBe(false);
});
