import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chosenColumns, mapColumns } from './map-columns.ts';
import { readTable } from './read-table.ts';
import { readVehicle } from './read-vehicle.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuneport-strange-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function recordsOf(content: string | Buffer) {
  const path = join(folder, `t${Math.random()}`);
  await writeFile(path, content);
  const records = [];
  for await (const record of readTable(path)) records.push(record);
  return records;
}

/** Every line below the header as a vehicle, or the reason why not. */
async function vehiclesOf(content: string | Buffer) {
  const [header, ...rows] = await recordsOf(content);
  const map = mapColumns(header?.cells ?? []);
  return rows.map(({ cells }) => readVehicle(cells, map));
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test('a western Windows file without a mark keeps its letters', async () => {
  const [vehicle] = await vehiclesOf(latin1('Marque;Modèle;Année;Cylindrée\r\nCitroën;Méhari;1970;602\r\n'));
  expect(vehicle).toMatchObject({ make: 'Citroën', model: 'Méhari', years: ['1970'], engine: { displacementL: 0.6 } });
});

test('UTF-8 that is cut between two parts of the file, UTF-16 of both orders, and a mark are read as they are meant', async () => {
  const wide = `make\tmodel\n${'Škoda\tÖctavia\n'.repeat(20_000)}`;
  const records = await recordsOf(gzipSync(wide));
  expect(records).toHaveLength(20_001);
  expect(new Set(records.slice(1).map(({ cells }) => cells.join()))).toEqual(new Set(['Škoda,Öctavia']));
  const text = '\ufeffmake,model\nŠkoda,Fabia\n';
  const swapped = Buffer.from(text, 'utf16le').swap16();
  for (const bytes of [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le'), swapped])
    expect((await recordsOf(bytes)).map(({ cells }) => cells)).toEqual([
      ['make', 'model'],
      ['Škoda', 'Fabia'],
    ]);
});

test('what spreadsheets write before the header is passed over, and lines are still counted right', async () => {
  const records = await recordsOf('sep=;\r\n# exported today\r\n;;\r\n"Make, brand";Model\r\nAlpha;One\r\n');
  expect(records).toEqual([
    { line: 4, cells: ['Make, brand', 'Model'] },
    { line: 5, cells: ['Alpha', 'One'] },
  ]);
});

test('what is no table is refused with what to do', async () => {
  await expect(recordsOf(Buffer.from('PK\u0003\u0004 something', 'latin1'))).rejects.toThrow('Save the sheet as CSV');
  await expect(recordsOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).rejects.toThrow('Save the sheet as CSV');
  await expect(recordsOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).rejects.toThrow('not a text table');
  await expect(recordsOf(gzipSync('make,model\nA,B\n'.repeat(1000)).subarray(0, 40))).rejects.toThrow('damaged');
});

test.each([
  ['make,model,year', 'Alpha,One,2015.5', ['2015.5']],
  ['make,model,year', 'Alpha,One,2015.0', ['2015']],
  ['make;model;year', 'Alpha;One;2015,5', ['2015.5']],
  ['make,model,year', 'Alpha,One,series', ['Series']],
  ['make,model,year', 'Alpha,One,MY 2019', ['2019']],
  ['make,model,year', 'Alpha,One,2004–08', ['2004', '2005', '2006', '2007', '2008']],
  ['make,model,years', 'Alpha,One,2015 - present', ['2015']],
  ['make,model,year', 'Alpha,One,2016-05-01', ['2016']],
  ['make,model,production start,production end', 'Alpha,One,2014-03,06/2015', ['2014', '2015']],
  ['make,model', 'Alpha,One', ['Series']],
])('years under %s as in %s', async (header, line, years) => {
  expect((await vehiclesOf(`${header}\n${line}\n`))[0]).toMatchObject({ years });
});

test.each(['20155', '15', 'soon', '1066', '2015-2010'])('%s is no year, and the line is named', async (year) => {
  expect((await vehiclesOf(`make,model,year\nAlpha,One,${year}\n`))[0]).toMatch(/^The years? "/);
});

test.each([
  ['displacement', '1,968', 1.97],
  ['Displacement (cc)', '1.968', 1.97],
  ['Engine capacity', '1968 cm³', 1.97],
  ['engine size', '2.0 L', 2],
  ['Eng Displ', '3', 3],
])('a displacement under %s said as %s', async (header, said, litres) => {
  expect((await vehiclesOf(`make;model;${header}\nAlpha;One;${said}\n`))[0]).toMatchObject({
    engine: { displacementL: litres },
  });
});

test('boxes that are ticked and single letters say how an engine is charged', async () => {
  const vehicles = await vehiclesOf(
    'make,model,displ,tCharger,sCharger\nA,One,2,T,\nA,Two,2,,S\nA,Three,2,T,S\nA,Four,2,,\nA,Five,2,false,0\n',
  );
  const aspirations = vehicles.map((vehicle) => (typeof vehicle === 'string' ? vehicle : vehicle.engine.aspiration));
  expect(aspirations).toEqual(['turbo', 'supercharged', 'twincharged', 'natural', 'natural']);
});

test('headers nobody listed are understood by their words, and look-alikes are not', () => {
  expect(
    mapColumns([
      'Vehicle Manufacturer Name',
      'Represented Test Veh Model',
      'Model Year (MY)',
      'Primary Fuel',
      'fuelCost08',
      '# of Cylinders and Rotors',
      'Make ID',
      'Rated Horsepower',
    ]).at,
  ).toEqual({ make: 0, model: 1, year: 2, fuel: 3, cylinders: 5, powerHp: 7 });
});

test('columns that somebody chose are read as chosen, guess or no guess', () => {
  const map = chosenColumns(['c1', 'c2', 'c3'], { make: 2, model: 0 });
  expect(readVehicle(['Mini/MINI 5', 'x', 'BMW'], map)).toMatchObject({ make: 'BMW', model: 'Mini/MINI 5' });
  expect(map.ignored).toEqual(['c2']);
});

test('what no column says is read from the name of the engine, and a motor without cylinders is not refused for them', async () => {
  const vehicles = await vehiclesOf(
    [
      'Marque;Modèle;Début;year_end;engine_label;Énergie;fuel;cylinders;displacement_cc;power_ps',
      'Hyundai;i20;;2018;1.0L T-GDI 5MT FWD (100 HP);;Gasoline;3;998;100,5',
      'Ford;Focus;;2012;2.0 TDCi;;Diesel;4;1.997;136',
      'Toyota;Prius;;2010;1.8;;Hybrid;4;1798;99',
      'Volvo;XC90;;2016;T8;;Plug-in Hybrid;4;1969;320',
      'Jaguar;I-Pace;;2019;394 HP;;Electric;400;;394',
    ]
      .map((line) => line.replace(';;', ';2010;'))
      .join('\r\n'),
  );
  expect(vehicles.map((vehicle) => (typeof vehicle === 'string' ? vehicle : vehicle.engine))).toMatchObject([
    { aspiration: 'turbo', fuel: 'petrol', displacementL: 1, powerHp: 99.1 },
    { aspiration: 'turbo', fuel: 'diesel', displacementL: 2 },
    { aspiration: 'natural', fuel: 'petrol', hybrid: 'hybrid' },
    { fuel: 'petrol', hybrid: 'plug-in' },
    { fuel: 'electric', aspiration: 'electric', cylinders: null },
  ]);
});

test('a small gzip file that would unpack without end is refused early (U3)', async () => {
  const bomb = gzipSync(Buffer.alloc(60_000_000, 'make,model,year\n'), { level: 9 });
  expect(bomb.length).toBeLessThan(200_000);
  await expect(recordsOf(bomb)).rejects.toThrow('unpacks to far more than a table would');
});
