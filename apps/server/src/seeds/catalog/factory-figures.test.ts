import { beforeAll, expect, test } from 'vitest';
import { readTable } from '../../modules/catalog/index.ts';
import { shippedTable } from './catalog.ts';

// Well-known factory figures: make, model of the table, year, litres, horsepower, newton metres.
const known = [
  ['Volkswagen', 'Golf R', 2015, 2.0, 292, 380],
  ['Ford', 'F150 Pickup 2WD', 2019, 3.5, 375, 637],
  ['BMW', 'M340i', 2021, 3.0, 382, 500],
  ['Subaru', 'Impreza AWD', 2004, 2.5, 300, 407],
  ['Toyota', 'GR Supra', 2020, 3.0, 335, 495],
  ['Toyota', 'GR Supra', 2021, 3.0, 382, 499],
  ['BMW', 'M3', 2004, 3.2, 333, 355],
  ['Honda', 'Civic 5Dr - Type R', 2018, 2.0, 306, 400],
  ['Ford', 'Mustang', 2018, 5.0, 460, 569],
  ['Porsche', '911 Turbo S', 2021, 3.7, 640, 800],
  ['Audi', 'S4', 2005, 4.2, 340, 410],
  ['Mazda', 'MX-5', 2019, 2.0, 181, 205],
  ['Nissan', '350z', 2003, 3.5, 287, 371],
  ['Chevrolet', 'Corvette', 2014, 6.2, 455, 624],
  ['Dodge', 'Challenger SRT8', 2015, 6.2, 707, 881],
  ['Toyota', 'Tacoma 4WD', 2017, 3.5, 278, 359],
  ['Ford', 'Mustang', 2014, 5.0, 420, 529],
  ['Ford', 'Mustang', 2016, 5.0, 435, 542],
  ['Ford', 'Mustang Mach 1', 2022, 5.0, 480, 569],
  ['Ford', 'Mustang', 2024, 5.0, 480, 563],
  ['Volkswagen', 'GTI', 2019, 2.0, 228, 350],
  ['Lexus', 'IS 350', 2017, 3.5, 306, 376],
  ['Lexus', 'IS 350 AWD', 2019, 3.5, 311, 380],
  ['Dodge', 'Viper Coupe', 2008, 8.4, 600, 760],
  ['BMW', 'X2 M35i', 2020, 2.0, 302, 450],
  ['BMW', 'X1 M35i', 2025, 2.0, 312, 400],
] as const;

// Versions that the source lists with the figures of their base model. Without their own source they have none.
const versions = [
  ['Ford', 'Focus FWD', 2015, 2],
  ['Infiniti', 'Q50S Red Sport', 2017, 3],
  ['BMW', 'M3 CS', 2018, 3],
  ['BMW', 'M4 CS', 2020, 3],
  ['BMW', 'M4 GTS', 2016, 3],
  ['BMW', 'M4 CSL Coupe', 2023, 3],
  ['BMW', 'M4 Coupe Competition', 2019, 3],
  ['BMW', 'M3 Competition M xDrive Sedan', 2025, 3],
  ['BMW', 'M5', 2020, 4.4],
  ['BMW', 'M5 Sedan', 2023, 4.4],
  ['BMW', 'M8 Coupe', 2020, 4.4],
  ['BMW', 'X5 M', 2020, 4.4],
  ['Dodge', 'Challenger SRT Demon 170', 2023, 6.2],
  ['Jaguar', 'F-Pace (296 Hp)', 2018, 2],
  ['Jaguar', 'F-Type R Coupe', 2015, 5],
  ['Volvo', 'V60 Polestar AWD', 2017, 2],
  ['MINI', 'Cooper S JCWorks GP Kit', 2006, 1.6],
] as const;

const figures = new Map<string, string[]>();

beforeAll(async () => {
  let header: readonly string[] | null = null;
  for await (const { cells } of readTable(shippedTable)) {
    if (!header) header = cells;
    else {
      const cell = (name: string) => cells[header?.indexOf(name) ?? -1] ?? '';
      const key = [cell('make'), cell('model'), cell('year'), Number(cell('displacement_l'))].join(' ');
      figures.set(key, [...(figures.get(key) ?? []), `${cell('power_hp')} hp ${cell('torque_nm')} Nm`]);
    }
  }
});

test.each(known)('the %s %s of %i with %d litres has its factory figures', (make, model, year, litres, hp, nm) => {
  const found = figures.get([make, model, year, litres].join(' '));
  expect(found).toBeDefined();
  const close = found?.some((text) => {
    const [power, torque] = text.match(/\d+/g)?.map(Number) ?? [];
    return Math.abs((power ?? 0) / hp - 1) <= 0.035 && Math.abs((torque ?? 0) / nm - 1) <= 0.035;
  });
  expect(close, found?.join(', ')).toBe(true);
});

test.each(versions)('the %s %s of %i with %d litres does not get the figures of another version', (...version) => {
  expect(figures.get(version.join(' '))).toContain(' hp  Nm');
});

test('hybrids have no figures, because the source may cover the combustion engine only', () => {
  const camry = [...figures].filter(([key]) => /^Toyota Camry Hybrid/.test(key)).flatMap(([, texts]) => texts);
  expect(camry.length).toBeGreaterThan(5);
  expect(new Set(camry)).toEqual(new Set([' hp  Nm']));
});
