import { expect, test } from 'vitest';
import { vehicleHints } from './vehicle-hints.ts';

const found = (value: string) => ({ value, at: 0, sure: 'certain' as const });

test('vehicle hints name engine and control unit and search the models of the part number', () => {
  const hints = vehicleHints({
    engine: found('1.8L R4/5VT'),
    family: found('ME7.5'),
    partNumbers: [found('8E0 909 518 AL')],
  });
  expect(hints).toEqual({
    summary: '1.8T, ME7.5',
    litres: '1.8',
    searches: ['audi a4 2004 1.8 turbo', 'audi s4 2004 1.8 turbo'],
  });
});

test('vehicle hints are empty for an unknown file', () => {
  expect(vehicleHints({ engine: null, family: null, partNumbers: [found('39110-2B123')] })).toEqual({
    summary: '',
    litres: null,
    searches: [],
  });
});

test('vehicle hints keep an engine without a known part number', () => {
  expect(vehicleHints({ engine: found('2.7l V6/5VT'), family: null, partNumbers: [] }).summary).toBe('2.7T');
  expect(vehicleHints({ engine: found('3.0L V6'), family: found('MED9'), partNumbers: [] }).summary).toBe(
    '3.0 l, MED9',
  );
});
