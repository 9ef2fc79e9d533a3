import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chosenColumns, mapColumns } from './map-columns.ts';
import { readTable } from './read-table.ts';
import { readVehicle } from './read-vehicle.ts';
import { readVehicleTable } from './read-vehicle-table.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuneport-strange-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function recordsOf(content: string | Buffer, read: typeof readVehicleTable = readTable) {
  const path = join(folder, `t${Math.random()}`);
  await writeFile(path, content);
  const records = [];
  for await (const record of read(path)) records.push(record);
  return records;
}

/** Every row below the header as a vehicle, or the reason for its rejection. */
async function vehiclesOf(content: string | Buffer) {
  const [header, ...rows] = await recordsOf(content, readVehicleTable);
  const map = mapColumns(header?.cells ?? []);
  return rows.map(({ cells }) => readVehicle(cells, map, 2018));
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');

test('a Windows-1252 file without a byte order mark keeps its characters', async () => {
  const [vehicle] = await vehiclesOf(latin1('Marque;Modèle;Année;Cylindrée\r\nCitroën;Méhari;1970;602\r\n'));
  expect(vehicle).toMatchObject({ make: 'Citroën', model: 'Méhari', years: ['1970'], engine: { displacementL: 0.6 } });
});

test('UTF-8 split between chunks, UTF-16 in both byte orders, and byte order marks are decoded', async () => {
  const wide = `make\tmodel\n${'Škoda\tÖctavia\n'.repeat(20_000)}`;
  const records = await recordsOf(gzipSync(wide));
  expect(records).toHaveLength(20_001);
  expect(new Set(records.slice(1).map(({ cells }) => cells.join()))).toEqual(new Set(['Škoda,Öctavia']));
  const text = '\ufeffmake,model\nŠkoda,Fabia\n';
  const swapped = Buffer.from(text, 'utf16le').swap16();
  const unmarked = [swapped.subarray(2), Buffer.from(text, 'utf16le').subarray(2)];
  for (const bytes of [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le'), swapped, ...unmarked])
    expect((await recordsOf(bytes)).map(({ cells }) => cells)).toEqual([
      ['make', 'model'],
      ['Škoda', 'Fabia'],
    ]);
});

test('preamble lines before the header are skipped, and line numbers stay correct', async () => {
  const records = await recordsOf('sep=;\r\n# exported today\r\n;;\r\n"Make, brand";Model\r\nAlpha;One\r\n');
  expect(records).toEqual([
    { line: 4, cells: ['Make, brand', 'Model'] },
    { line: 5, cells: ['Alpha', 'One'] },
  ]);
});

test('a NUL in a text file is left out', async () => {
  expect(await recordsOf('make,year\nAl\0pha,2015\n')).toEqual([
    { line: 1, cells: ['make', 'year'] },
    { line: 2, cells: ['Alpha', '2015'] },
  ]);
});

test('a file that is not a table is refused with instructions', async () => {
  await expect(recordsOf(Buffer.from('PK\u0003\u0004 something', 'latin1'))).rejects.toThrow('Save the sheet as CSV');
  await expect(recordsOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]))).rejects.toThrow('Save the sheet as CSV');
  await expect(recordsOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]))).rejects.toThrow('not a text file');
  const wide = Buffer.from('\ufeffmake,ye\0ar\nAlpha,2015\n', 'utf16le');
  await expect(recordsOf(wide)).rejects.toThrow('not a text file');
  const late = Buffer.concat([
    Buffer.from('make,year\nCitro\xebn,2015\n', 'latin1'),
    Buffer.from('Alpha,2015\n'.repeat(20_000)),
    Buffer.from('Al\0pha,2015\n'),
  ]);
  await expect(recordsOf(late)).rejects.toThrow('not a text file');
  for (const text of [
    '[{"make":"Audi","model":"A4"}]',
    '{ "make": [] }',
    '<!doctype html><table>',
    '<?xml version="1.0"?>',
  ])
    await expect(recordsOf(text)).rejects.toThrow('no rows and columns');
  await expect(recordsOf(gzipSync('make,model\nA,B\n'.repeat(1000)).subarray(0, 40))).rejects.toThrow('damaged');
});

test.each([
  ['make,model,year', 'Alpha,One,2015.5', ['2015.5']],
  ['make,model,year', 'Alpha,One,2015.0', ['2015']],
  ['make;model;year', 'Alpha;One;2015,5', ['2015.5']],
  ['make,model,year', 'Alpha,One,series', ['Series']],
  ['make,model,year', 'Alpha,One,MY 2019', ['2019']],
  ['make,model,year', 'Alpha,One,2004–08', ['2004', '2005', '2006', '2007', '2008']],
  ['make,model,years', 'Alpha,One,2015 - present', ['2015', '2016', '2017', '2018']],
  ['make,model,years', 'Alpha,One,2017–', ['2017', '2018']],
  ['make,model,years', 'Alpha,One,ab 2017', ['2017', '2018']],
  ['make,model,years', 'Alpha,One,09.2016 - 11.2017', ['2016', '2017']],
  ['make,model,years', 'Alpha,One,9/2012', ['2012']],
  ['make;model;years', 'Alpha;One;1999, 2001', ['1999', '2001']],
  ['make;model;years', 'Alpha;One;2019 - heute', ['2019']],
  ['make,model,from,to', 'Alpha,One,2016,', ['2016', '2017', '2018']],
  ['make,model,from,to', 'Alpha,One,1965,', ['1965']],
  ['make,model,year', 'Alpha,One,2016-05-01', ['2016']],
  ['make,model,production start,production end', 'Alpha,One,2014-03,06/2015', ['2014', '2015']],
  ['make,model', 'Alpha,One', ['Series']],
])('years under %s are read as in %s', async (header, line, years) => {
  expect((await vehiclesOf(`${header}\n${line}\n`))[0]).toMatchObject({ years });
});

test.each(['20155', '15', 'soon', '1066', '2015-2010'])('%s is not a year, and its line is reported', async (year) => {
  expect((await vehiclesOf(`make,model,year\nAlpha,One,${year}\n`))[0]).toMatch(
    /^"[^"]+" is not a valid (year|range of years)/,
  );
});

test.each([
  ['displacement', '1,968', 1.97],
  ['Displacement (cc)', '1.968', 1.97],
  ['Engine capacity', '1968 cm³', 1.97],
  ['engine size', '2.0 L', 2],
  ['Eng Displ', '3', 3],
])('a displacement under %s is read from %s', async (header, spellings, litres) => {
  expect((await vehiclesOf(`make;model;${header}\nAlpha;One;${spellings}\n`))[0]).toMatchObject({
    engine: { displacementL: litres },
  });
});

test('ticked boxes and single letters are read as the aspiration of an engine', async () => {
  const vehicles = await vehiclesOf(
    'make,model,displ,tCharger,sCharger\nA,One,2,T,\nA,Two,2,,S\nA,Three,2,T,S\nA,Four,2,,\nA,Five,2,false,0\n',
  );
  const aspirations = vehicles.map((vehicle) => (typeof vehicle === 'string' ? vehicle : vehicle.engine.aspiration));
  expect(aspirations).toEqual(['turbo', 'supercharged', 'twincharged', 'natural', 'natural']);
});

test('unlisted headers are recognized by their words, and similar-looking ones are not', () => {
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

test('columns chosen by the user override the guess', () => {
  const map = chosenColumns(['c1', 'c2', 'c3'], { make: 2, model: 0 });
  expect(readVehicle(['Mini/MINI 5', 'x', 'BMW'], map)).toMatchObject({ make: 'BMW', model: 'Mini/MINI 5' });
  expect(map.ignored).toEqual(['c2']);
});

test('missing columns are derived from the engine name, and an electric motor is not refused for missing cylinders', async () => {
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

test('a small gzip bomb is refused early', async () => {
  const bomb = gzipSync(Buffer.alloc(60_000_000, 'make,model,year\n'), { level: 9 });
  expect(bomb.length).toBeLessThan(200_000);
  await expect(recordsOf(bomb)).rejects.toThrow('unpacks to far more data');
});

test('a header in another language or with extra words is recognized, and prose beside it is not', () => {
  expect(
    mapColumns([
      'Marka',
      'Model',
      'Rok produkcji',
      'Przebieg',
      'Pojemność silnika',
      'Moc',
      'Rodzaj paliwa',
      'Skrzynia biegów',
    ]).at,
  ).toEqual({ make: 0, model: 1, year: 2, displacementCc: 4, powerPs: 5, fuel: 6, transmission: 7 });
  expect(mapColumns(['Марка', 'Модель', 'Год выпуска', 'Объём двигателя', 'Мощность', 'Коробка передач']).at).toEqual({
    make: 0,
    model: 1,
    year: 2,
    displacementL: 3,
    powerPs: 4,
    transmission: 5,
  });
  // The model year is used, not the year of the price.
  expect(mapColumns(['Marca', 'Modelo', 'ano', 'AnoModelo']).at).toEqual({ make: 0, model: 1, year: 3 });
  expect(
    mapColumns(['make', 'model', 'minThickness', 'max speed', 'tightening torque', 'Power_Steering', 'gamme']).at,
  ).toEqual({
    make: 0,
    model: 1,
  });
});

test('a figure is read in the unit beside it, else in that of its column', async () => {
  const vehicles = await vehiclesOf(
    [
      'Make;Model;Displacement;Cylinders;Power;Torque',
      'A;One;624 cc;2;38PS@5500rpm;51Nm@4000rpm',
      'A;Two;1 598 cm3;four;110 kW (150 PS);22.4 kgm at 1750-2750rpm',
      'A;Three;350 cu in;V8;245;258 lb-ft',
      'A;Four;307;8;130 hp;12.7@ 2,700(kgm@ rpm)',
      'A;Five;2,0;Inline 4;n/a;-',
    ].join('\n'),
  );
  const figures = vehicles.map((vehicle) =>
    typeof vehicle === 'string'
      ? vehicle
      : [vehicle.engine.displacementL, vehicle.engine.cylinders, vehicle.engine.powerHp, vehicle.engine.torqueNm],
  );
  expect(figures).toEqual([
    [0.62, 2, 37.5, 51],
    [1.6, 4, 147.5, 219.7],
    [5.74, 8, 245, 349.8],
    [5.03, 8, 130, 124.5],
    [2, 4, null, null],
  ]);
});

test('fuel is recognized in other languages and as register codes', async () => {
  const spellings = [
    'Gasolina',
    'Essence',
    'Benzyna',
    'Бензин',
    'Gazole',
    'Gasóleo',
    'Дизель',
    'Z',
    'D',
    'E',
    'N',
    'GPL',
    'Híbrido',
    'unknown',
  ];
  const vehicles = await vehiclesOf(
    `make;model;fuel;litres\n${spellings.map((fuel) => `A;One;${fuel};2.0`).join('\n')}\n`,
  );
  expect(vehicles.map((vehicle) => (typeof vehicle === 'string' ? vehicle : vehicle.engine.fuel))).toEqual([
    'petrol',
    'petrol',
    'petrol',
    'petrol',
    'diesel',
    'diesel',
    'diesel',
    'petrol',
    'diesel',
    'flex',
    'cng',
    'lpg',
    'petrol',
    'petrol',
  ]);
});

test('an engine described in one column yields displacement, power, fuel and transmission', async () => {
  const vehicles = await vehiclesOf(
    [
      'Brand,Model,Engine',
      'Volkswagen,Golf R,2.0 TSI 310hp DSG',
      'Audi,A4,1.9TDI 96kW 6-speed manual',
      'BMW,520d,2.0 л / 163 л.с. / Дизель',
      'Maruti,Swift,1248 CC',
      'Kia,e-Niro,Electric 64 kWh 150 kW',
    ].join('\n'),
  );
  expect(
    vehicles.map((vehicle) =>
      typeof vehicle === 'string'
        ? vehicle
        : [
            vehicle.engine.displacementL,
            vehicle.engine.powerHp,
            vehicle.engine.fuel,
            vehicle.engine.aspiration,
            vehicle.transmission?.name ?? null,
          ],
    ),
  ).toEqual([
    [2, 310, 'petrol', 'turbo', 'DSG'],
    [1.9, 128.7, 'diesel', 'turbo', '6-speed manual'],
    [2, 160.8, 'diesel', 'natural', null],
    [1.25, null, 'petrol', 'natural', null],
    [null, 201.2, 'electric', 'electric', null],
  ]);
});

test('an unknown transmission is left empty, and abbreviations map to the right type', async () => {
  const spellings = ['UNKNOWN', '5MT', '6 AT', 'Manuelle', 'manualna', 'МКПП', 'Automatik'];
  const vehicles = await vehiclesOf(
    `make;model;gearbox\n${spellings.map((gearbox) => `A;One;${gearbox}`).join('\n')}\n`,
  );
  expect(
    vehicles.map((vehicle) => (typeof vehicle === 'string' ? vehicle : (vehicle.transmission?.name ?? null))),
  ).toEqual([null, '5-speed manual', '6-speed automatic', 'Manual', 'Manual', 'Manual', 'Automatic']);
});

test('a title above the header is skipped, with or without delimiters, and line numbers stay correct', async () => {
  for (const title of ['Vehicle list, spring 2018\n\n', 'Vehicle list;;;\nmade by;Ann;;\n\n']) {
    const records = await recordsOf(`${title}Make;Model;Year;Fuel\nA;One;2015;Petrol\n`, readVehicleTable);
    expect(records.map(({ cells }) => cells.join())).toEqual(['Make,Model,Year,Fuel', 'A,One,2015,Petrol']);
    expect(records[0]?.line).toBe(title.split('\n').length);
  }
  // If no header is recognized, the first line is used, so that a user can map its columns.
  const unread = await recordsOf('c1,c2\nA,One\n', readVehicleTable);
  expect(unread[0]?.cells).toEqual(['c1', 'c2']);
  const two = await recordsOf('brand;model\nAudi;A4, B8, and more\n', readVehicleTable);
  expect(two[1]?.cells).toEqual(['Audi', 'A4, B8, and more']);
});
