import { expect, test } from 'vitest';
import { vehicleTitle } from './vehicle-name.ts';

test('vehicle title contains year, make and model as far as known', () => {
  expect(vehicleTitle({ make: 'Volkswagen', year: '2015', model: 'Golf R' })).toBe('2015 Volkswagen Golf R');
  expect(vehicleTitle({ make: 'Audi', year: '2005.5' })).toBe('2005.5 Audi');
  expect(vehicleTitle({ make: 'Audi' })).toBe('Audi');
  expect(vehicleTitle({})).toBe('');
});

test('vehicle title omits Series once the model is known', () => {
  expect(vehicleTitle({ make: 'BMW', year: 'Series', model: 'M3 F80' })).toBe('BMW M3 F80');
  expect(vehicleTitle({ make: 'BMW', year: 'Series' })).toBe('BMW Series');
});
