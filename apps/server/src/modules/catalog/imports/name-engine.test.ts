import { expect, test } from 'vitest';
import { mapColumns } from './map-columns.ts';
import { readVehicle } from './read-vehicle.ts';

const header = ['make', 'model', 'year', 'displacement_l', 'cylinders', 'fuel', 'aspiration'];

test.each([
  ['Mazda', 'RX-7', '1993', '1.3', '2', 'Premium', 'turbo', '1.3L 2-rotor turbo'],
  ['Mazda', 'RX-8', '2004', '1.3', '2', 'Premium', '', '1.3L 2-rotor'],
  ['Mazda', 'MX-5', '2019', '2', '4', 'Premium', '', '2.0L 4-cyl'],
  ['Fiat', '126', '1985', '0.7', '2', 'Regular', '', '0.7L 2-cyl'],
])('the engine of a %s %s of %s is named after its rotors or cylinders', (...row) => {
  const name = row.at(-1);
  const vehicle = readVehicle(row.slice(0, -1), mapColumns(header));
  expect(vehicle).toMatchObject({ engine: { name } });
});
