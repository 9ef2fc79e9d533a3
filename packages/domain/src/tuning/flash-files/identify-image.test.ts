import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ImageReader, identifyImage, viewerFor } from './identify-image.ts';
import { readName } from './read-name.ts';

const put = (image: Uint8Array, at: number, text: string) => image.set(new TextEncoder().encode(text), at);
function image(size: number, texts: Record<number, string>): Uint8Array {
  const bytes = new Uint8Array(size).fill(0xff);
  for (const [at, text] of Object.entries(texts)) put(bytes, Number(at), text);
  return bytes;
}
const bosch = () =>
  image(1_048_576, {
    65543: '40/1/ME7.1/5/6005.01//22m/DstC2o/011200//',
    69869: '8X0906032Q  2.7l V6/5VT         0002',
    99328: '02612070001037360001',
    98330: '12345678901234567890',
    102400: 'WAUZZZ8D7XA012345',
  });

test('family, hardware, software, part number, engine and VIN are read with their offsets', () => {
  expect(identifyImage(bosch())).toEqual({
    family: { value: 'ME7.1', at: 0x10007, sure: 'certain' },
    maker: 'Bosch',
    hardwareNumbers: [{ value: '0261207000', at: 0x18400, sure: 'certain' }],
    softwareIds: [{ value: '1037360001', at: 0x1840a, sure: 'certain' }],
    partNumbers: [{ value: '8X0906032Q', at: 0x110ed, sure: 'certain' }],
    engine: { value: '2.7l V6/5VT', at: 0x110ed, sure: 'certain' },
    vins: [{ value: 'WAUZZZ8D7XA012345', at: 0x19000, sure: 'likely' }],
    usedShare: 0,
  });
});

test('numbers at a fixed offset are read: the Denso calibration and the repeated Mitsubishi number', () => {
  expect(identifyImage(image(1_048_576, { 8192: 'A2WC522N' }))).toMatchObject({
    maker: 'Denso',
    softwareIds: [{ value: 'A2WC522N', at: 0x2000, sure: 'likely' }],
  });
  expect(identifyImage(image(1_048_576, { 8192: 'SETTINGS' })).softwareIds).toEqual([]);
  expect(identifyImage(image(1_048_576, { 8196: 'AZ1G100T' })).softwareIds[0]?.value).toBe('AZ1G100T');
  const old = { 512: 'A4SE700F', 523: 'CopyrightDENSO2000' };
  expect(identifyImage(image(163_840, old))).toMatchObject({ maker: 'Denso', softwareIds: [{ value: 'A4SE700F' }] });
  expect(identifyImage(image(163_840, { 512: 'A4SE700F' })).maker).toBeNull();
  expect(identifyImage(image(1_048_577, { 8192: 'A2WC522N' })).softwareIds).toEqual([]);
  const evo = new Uint8Array(262_144).fill(0xff);
  for (let at = 0xf44; at <= 0xf52; at += 2) evo.set([0x94, 0x17], at);
  evo.set([0x00, 0x08], 0xf54);
  expect(identifyImage(evo)).toMatchObject({
    maker: 'Mitsubishi',
    softwareIds: [{ value: '94170008', at: 0xf52, sure: 'likely' }],
  });
  evo[0xf50] = 0;
  expect(identifyImage(evo)).toMatchObject({ maker: null, softwareIds: [] });
  // Numbers at fixed offsets are ignored if the image names its family.
  const named = bosch();
  put(named, 0x2000, 'A2WC522N');
  expect(identifyImage(named).softwareIds.map(({ value }) => value)).toEqual(['1037360001']);
});

test('chunks of any length give the same result as the whole', () => {
  const whole = bosch();
  const expected = identifyImage(whole);
  for (const step of [7, 4096, 65_536]) {
    const reader = new ImageReader();
    for (let at = 0; at < whole.length; at += step) reader.push(whole.subarray(at, at + step));
    expect(reader.done()).toEqual(expected);
  }
});

test('other manufacturers are distinguished, and filler bytes are not a number', () => {
  const facts = identifyImage(
    image(524_288, { 16256: '5WK90027--0102341359MS43000624141549', 458816: 'ca430069.DAT' }),
  );
  expect([facts.family?.value, facts.maker, facts.hardwareNumbers[0]?.value]).toEqual(['MS43', 'Siemens', '5WK90027']);
  expect(facts.softwareIds.map(({ value }) => value)).toContain('CA430069');
  expect(
    identifyImage(image(65_536, { 100: '1037000000', 300: '5WK90000000', 600: '8D8D8D8D8D8D8D8D8D' })),
  ).toMatchObject({
    softwareIds: [],
    hardwareNumbers: [],
    vins: [],
  });
  expect(
    identifyImage(
      image(2_097_152, { 1048602: '1037513068P1070G24', 1049920: '39/1/EDC17_CP42/190/P1070//P1070G24A///' }),
    ),
  ).toMatchObject({
    family: { value: 'EDC17CP42', at: 0x100540 },
    softwareIds: [{ value: '1037513068', at: 0x10001a }],
  });
});

test('numbers are recognized beside a label, a stray byte or another number', () => {
  const facts = (text: string, at = 48_906) => identifyImage(image(262_144, { [at]: text }));
  const values = (text: string, at?: number) => {
    const { family, hardwareNumbers, softwareIds, partNumbers } = facts(text, at);
    return [family?.value, ...[hardwareNumbers, softwareIds, partNumbers].map(([first]) => first?.value)];
  };
  expect(values(' D068X0907557P  1.8L R4/5VT MOTR    D060261204000103735000155/1/M3.82/05/400300/DAMOS30D')).toEqual([
    'M3.82',
    '0261204000',
    '1037350001',
    '8X0907557P',
  ]);
  expect(values('Q038906000BP 1,9l R4 EDC  SG  2115 0281001000 EA5XX100HEX038906000BP 0399 ')).toEqual([
    undefined,
    '0281001000',
    'EA5XX100',
    '038906000BP',
  ]);
  expect(facts('Q038906000BP 1,9l R4 EDC  SG  2115 0281001000').engine?.value).toBe('1.9l R4 EDC');
  expect(values('D91255D912550261S02000')).toEqual([undefined, '0261S02000', undefined, undefined]);
  expect(values('1037371000379U85B6')[2]).toBe('1037371000');
  expect(values('0281011000' + '39S03268')[1]).toBe('0281011000');
  expect(values('8E0909000AL 1.8L R4/5VT  ')[3]).toBe('8E0909000AL');
  expect(values('P03L906000BL  4145 ')[3]).toBe('03L906000BL');
  expect(values('4F0910000F')[3]).toBe('4F0910000F');
  expect(values('5WS40136C-T 234378865')[1]).toBe('5WS40136C-T');
  expect(values('5WP40217')[1]).toBe('5WP40217');
  expect(values('03G906000AQ R4 2.0l PPD1.3     ')[0]).toBe('PPD1.3');
  expect(values('211325000401PD1D'.repeat(3))[2]).toBe('211325000401PD1D');
  expect(values('0044DC0I8A0S'.repeat(3))[2]).toBe('0044DC0I8A0S');
  expect(values('0000000000000' + '1037381000' + '3899442A')[2]).toBeUndefined();
  expect(values('1037381000' + '3899442A')[2]).toBe('1037381000');
  expect(values('0261206001'.repeat(3))[1]).toBe('0261206001');
  expect(values('40/1/MED91/5/')[0]).toBe('MED9.1');
  expect(values('40/1/ME731/5/')[0]).toBe('ME7.3.1');
  // Twenty digits are not a pair by length alone.
  expect(values('12345678901234567890')).toEqual([undefined, undefined, undefined, undefined]);
});

test('a VIN beside a printable byte is recognized by its check digit or filler (C9)', () => {
  const vins = (text: string) => identifyImage(image(65_536, { 4096: text })).vins.map(({ value }) => value);
  expect(vins('WAUZZZ8D7XA012345F')).toEqual(['WAUZZZ8D7XA012345']);
  expect(vins('AWAUZZZ8D7XA012345')).toEqual(['WAUZZZ8D7XA012345']);
  expect(vins('1M8GDM9AXKP0427887')).toEqual(['1M8GDM9AXKP042788']);
  expect(vins('1M8GDM9A0KP0427887')).toEqual([]);
  expect(vins('ABCDEFGH0123456789ABCDEFGH0123456789')).toEqual([]);
});

test('Bosch numbers between other digits are recognized as likely', () => {
  const facts = (text: string) => identifyImage(image(262_144, { 4096: text }));
  expect(facts('9902612070001').hardwareNumbers[0]).toMatchObject({ value: '0261207000', sure: 'likely' });
  expect(facts('028101100012').hardwareNumbers[0]).toMatchObject({ value: '0281011000', sure: 'likely' });
  expect(facts('011037360001').softwareIds[0]).toMatchObject({ value: '1037360001', sure: 'likely' });
  expect(facts('103736000155').softwareIds[0]).toMatchObject({ value: '1037360001', sure: 'likely' });
});

test('GM images provide the operating system number where their family has it', () => {
  const numbered = (head: number[], at: number, number: number, size = 524_288, end: number[] = []) => {
    const bytes = new Uint8Array(size).fill(0xff);
    bytes.set(head);
    new DataView(bytes.buffer).setUint32(at, number);
    bytes.set(end, size - end.length);
    return identifyImage(bytes);
  };
  expect(numbered([0, 0xff, 0xa8, 0], 0x20004, 15189044)).toMatchObject({
    family: { value: 'E54' },
    maker: 'GM',
    softwareIds: [{ value: '15189044', at: 0x20004 }],
  });
  for (const size of [262_144, 524_288])
    expect(numbered([0, 0, 0xff, 0], size - 6, 16238517, size, [0xa5, 0x5a])).toMatchObject({
      family: { value: 'P04' },
      softwareIds: [{ value: '16238517' }],
    });
  const e38 = new Uint8Array(2_097_152).fill(0xff);
  e38.set([0x60, 0, 0, 0, 0x60, 0, 0, 0, 0x48]);
  // The boot loader and the calibrations have numbers too; that of the operating system is at one place.
  const numbers = { 1022: '12605900', 49308: '12625892', 65550: '12639270', 1835022: '12653287' };
  for (const [at, number] of Object.entries(numbers)) e38.set(new TextEncoder().encode(number), Number(at));
  expect(identifyImage(e38)).toMatchObject({
    family: { value: 'E38 or E67' },
    softwareIds: [
      { value: '12639270', at: 0x1000e, sure: 'certain' },
      { value: '12605900', sure: 'hint' },
      { value: '12625892' },
      { value: '12653287' },
    ],
  });
  expect(identifyImage(image(2_097_152, { 65792: '12619078' })).softwareIds).toEqual([]);
});

test('reversed text of early Motronic units and byte-swapped images are read', () => {
  const backwards = [...'12673570000261200000'].reverse().join('').replace('0000021620', '3210021620');
  expect(identifyImage(image(32_768, { 7938: backwards }))).toMatchObject({
    maker: 'Bosch',
    hardwareNumbers: [{ value: '0261200123', at: 7938, sure: 'certain' }],
    softwareIds: [{ value: '1267357000', at: 7948, sure: 'certain' }],
  });
  const swap = (text: string) => text.replace(/(.)(.)/gs, '$2$1');
  const label = '4X0907000K 2.5l/4VT EDC  SG  D50  0281001000 ';
  for (const at of [13_376, 13_377]) {
    const text = at % 2 === 0 ? swap(`${label} `) : ` ${swap(label)}`;
    const facts = identifyImage(image(262_144, { [at]: text }));
    expect([facts.hardwareNumbers[0]?.value, facts.partNumbers[0]?.value]).toEqual(['0281001000', '4X0907000K']);
  }
  // A single number in swapped byte pairs is a coincidence, here a date and a time.
  expect(identifyImage(image(262_144, { 64: '2018120312' })).hardwareNumbers).toEqual([]);
});

test('an unnamed Bosch diesel unit is guessed by its memory, and the guess never causes a refusal', () => {
  expect(identifyImage(image(524_288, { 64: '0281010000' })).family).toEqual({ value: 'EDC15', at: 64, sure: 'hint' });
  expect(identifyImage(image(1_048_576, { 64: '0281010000' })).family?.value).toBe('EDC16');
  expect(identifyImage(image(1_048_576, { 64: '0261207000' })).family).toBeNull();
  const head = image(1_048_576, {});
  head.set([0, 0, 0, 0x58, 0, 0x80]);
  expect(identifyImage(head).family).toEqual({ value: 'EDC16', at: 0, sure: 'likely' });
});

test('Ford and Continental numbers are recognized by format, GM numbers by offset', () => {
  const facts = identifyImage(
    image(65_536, { 256: 'CAFR1B00FR1B000', 1024: '8V41-12K532-CC', 1536: 'CASM2P20.DAT111' }),
  );
  expect(facts.softwareIds.map(({ value }) => value)).toEqual(['CAFR1B00', 'CASM2P20']);
  expect(facts.partNumbers).toEqual([{ value: '8V41-12K532-CC', at: 0x400, sure: 'likely' }]);
  for (const [size, family] of [
    [524_288, 'P01'],
    [1_048_576, 'P59'],
  ] as const) {
    const gm = image(size, {});
    gm.set([0x00, 0xff, 0xce, 0x00]);
    new DataView(gm.buffer).setUint32(0x504, 12_208_322);
    expect(identifyImage(gm)).toMatchObject({
      family: { value: family },
      maker: 'GM',
      softwareIds: [{ value: '12208322', at: 0x504, sure: 'certain' }],
    });
  }
  const blank = image(524_288, {});
  blank.set([0x00, 0xff, 0xce, 0x00]);
  expect(identifyImage(blank).softwareIds).toEqual([]);
});

test('a VIN with a valid North American check digit is certain', () => {
  expect(identifyImage(image(4096, { 64: '1M8GDM9AXKP042788' })).vins).toEqual([
    { value: '1M8GDM9AXKP042788', at: 64, sure: 'certain' },
  ]);
});

test('hex records are read as the bytes they describe', () => {
  const record = (address: number, text: string) => {
    const bytes = [text.length, address >> 8, address & 255, 0, ...new TextEncoder().encode(text)];
    const sum = bytes.reduce((total, byte) => total + byte, 0);
    return `:${[...bytes, -sum & 255].map((byte) => byte.toString(16).padStart(2, '0')).join('')}\r\n`;
  };
  const lines = new TextEncoder().encode(`${record(0, '..103751')}${record(8, '3068P1..')}:00000001FF`);
  const reader = viewerFor('Intel HEX');
  for (const byte of lines) reader.push(Uint8Array.of(byte));
  expect(reader.done().softwareIds).toEqual([{ value: '1037513068', at: 2, sure: 'certain' }]);
});

test('make, model, ECU and read method are parsed from a tool file name', () => {
  expect(readName('Land-Rover_Evoque_2011_2.2_TD4_150_hp_Bosch_EDC17CP42_Bench_NR.bin')).toEqual({
    make: 'Land Rover',
    model: 'Evoque',
    year: 2011,
    ecu: 'EDC17CP42',
    readMethod: 'bench',
  });
  expect(readName('audi-bosch-edc17c64-obd-fullread-123-20250101.bin')).toMatchObject({
    make: 'audi',
    ecu: 'edc17c64',
    readMethod: 'obd',
  });
  expect(readName('original.bin').readMethod).toBeNull();
});

test('any bytes are read without failing', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      expect(identifyImage(bytes).usedShare).toBeLessThanOrEqual(1);
    }),
    { numRuns: 500 },
  );
});

const folder = fileURLToPath(new URL('../../../../../../shared/data/tunes/', import.meta.url));
const samples = existsSync(folder);
describe.skipIf(!samples)(
  samples ? 'the samples beside the checkout' : 'no samples beside the checkout (../shared/data)',
  () => {
    test.each([
      ['4B0906018.bin', 'ME7.5', '4B0906018', '1037350228'],
      ['8D0907551M.bin', 'ME7.1', '8D0907551M', '1037360857'],
      ['Land-Rover_Evoque_2011_EDC17CP42_Bench_NR.bin', 'EDC17CP42', undefined, '1037513068'],
      ['Siemens_MS43_E46_M54B30.bin', 'MS43', undefined, undefined],
    ])('%s', (file, family, part, software) => {
      const facts = identifyImage(new Uint8Array(readFileSync(folder + file)));
      expect(facts.family?.value).toBe(family);
      if (part) expect(facts.partNumbers[0]?.value).toBe(part);
      if (software) expect(facts.softwareIds[0]?.value).toBe(software);
      expect(facts.vins).toEqual([]);
    });
  },
);
