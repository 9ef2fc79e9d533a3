import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foreignSignatures, tuneExtensions } from './formats.ts';
import { partOf, sniffFile } from './sniff-file.ts';

const text = (value: string) => new TextEncoder().encode(value);
const hex = (value: string) =>
  Uint8Array.from(value.split(' ').map((pair) => (pair === '??' ? 1 : Number.parseInt(pair, 16))));
const filled = (size: number, value = 0xff) => new Uint8Array(size).fill(value);
const kindOf = (name: string, bytes: Uint8Array) => sniffFile(partOf(name, bytes)).kind;

/** A minimal ZIP with stored members of one byte. */
const zipOf = (...names: string[]) => zipWith(1, ...names);

/** The same, with members that declare a larger unpacked size. */
function zipWith(unpackedBytes: number, ...names: string[]): Uint8Array {
  const local: number[] = [];
  const directory: number[] = [];
  const half = (value: number) => [value & 0xff, value >> 8];
  const whole = (value: number) => [...half(value & 0xffff), ...half(value >>> 16)];
  for (const name of names) {
    const bytes = [...text(name)];
    const common = [
      ...half(20),
      ...half(0),
      ...half(0),
      ...half(0),
      ...half(0),
      ...whole(0),
      ...whole(1),
      ...whole(unpackedBytes),
    ];
    const at = local.length;
    local.push(...whole(0x04034b50), ...common, ...half(bytes.length), ...half(0), ...bytes, 65);
    directory.push(...whole(0x02014b50), ...half(20), ...common, ...half(bytes.length));
    directory.push(...half(0), ...half(0), ...half(0), ...half(0), ...whole(0), ...whole(at), ...bytes);
  }
  const end = [...whole(0x06054b50), ...half(0), ...half(0), ...half(names.length), ...half(names.length)];
  return Uint8Array.from([
    ...local,
    ...directory,
    ...end,
    ...whole(directory.length),
    ...whole(local.length),
    ...half(0),
  ]);
}

describe('a flash or tune signature decides, whatever the extension (S232, S233)', () => {
  const known: readonly (readonly [string, Uint8Array])[] = [
    ['WinOLS', hex('0B 00 00 00 57 69 6E 4F 4C 53 20 46 69 6C 65 00 71 00 00 00')],
    ['WinOLS mini project', text("WinOLS MiniProject - Don't edit manually!\n")],
    ['FlashBooster', text('FlashBooster File\u001aI\n')],
    ['VBF', text('vbf_version = 2.3;\r\nheader {\r\n}')],
    ['VW FRF', hex('0A 9C 92 7C 00 01')],
    ['VW SGO', text('SGML Object File 1.0')],
    ['HP Tuners', hex('48 50 54 20 50 0A 00 99')],
    ['Mercedes CFF', text('CFF-TRANSLATOR-VERSION:04.00')],
    ['CombiLoader', text('SMS-SoftContFile')],
    ['Ford PHF', text('APPLICATION>JOB2\0FILE NAME>x.hex')],
    ['Intel HEX', text(':020000040040BA\n\n:0100000041BE\r\n:00000001FF\n')],
    ['Motorola S-record', text('S1040000AA51\nS9030000FC\n')],
    ['TunerPro definition', text('<!-- made by hand -->\n<XDFFORMAT version="1.60">')],
    ['TunerStudio tune', text('<?xml version="1.0"?>\n<msq xmlns="http://www.msefi.com/:msq">')],
    [
      'TunerStudio definition',
      text(
        `;${'-'.repeat(200)}\n#unset CELSIUS\n[MegaTune]\n  signature = "speeduino 2024"\n[Constants]\n${'rpm = scalar, U16, 0, "rpm", 1, 0\n'.repeat(60)}`,
      ),
    ],
    ['ODX', text('\u{feff}<?xml version="1.0"?><ODX MODEL-VERSION="2.2.0">')],
    ['ASAP2', text('/* made by hand */\nASAP2_VERSION 1 71\n/begin PROJECT x ""')],
    ['DAMOS', text('/EPR,[A],{B}\n/MAP,1')],
  ];
  test.each(known)('%s', (format, bytes) => {
    for (const name of ['read.csv', 'read.txt', 'read.jpg', 'read', 'READ.LOG']) {
      expect(sniffFile(partOf(name, bytes))).toMatchObject({ kind: 'tune', format });
    }
  });

  test('a wrong checksum in the first lines makes hex digits plain text', () => {
    expect(kindOf('a.txt', text(':020000040040BB\n:00000001FF\n'))).toBe('other');
  });
});

test('a recognized extension suffices without a known signature, in upper case too (S234)', () => {
  for (const extension of tuneExtensions) {
    expect(kindOf(`read.${extension}`, hex('12 34 56 78'))).toBe('tune');
    expect(kindOf(`READ.${extension.toUpperCase()}`, hex('12 34 56 78'))).toBe('tune');
  }
  expect(kindOf('read.bin (2)', hex('12 34'))).toBe('tune');
});

test('the memory name of a multi-memory tool is recognized after the extension or alone', () => {
  const small = filled(4096, 0x12);
  for (const name of [
    'all.ori_EEprom',
    'all.ori_Mic',
    'EDC16U1. ori',
    'eeprom',
    'E2PROM',
    '0-281-011-666_all_BDM_EEprom',
  ])
    expect([name, kindOf(name, filled(4096))]).toEqual([name, 'tune']);
  expect(kindOf('notes', small)).toBe('other');
  // Memory plus an extra row of 256 bytes.
  expect(kindOf('0-281-011-666_all_BDM', filled(459_008))).toBe('tune');
  expect(kindOf('0-281-011-666_all_BDM', filled(459_100))).toBe('other');
  expect(kindOf('change.orig', text('--- a\n+++ b\n'))).toBe('other');
});

test('an image with a misleading extension is a tune when it has a memory size and no signature of that extension', () => {
  const image = filled(524_288);
  for (const name of ['147original.txt', 'read.zip', 'read.RAR'])
    expect([name, kindOf(name, image)]).toEqual([name, 'tune']);
  for (const name of ['read.iso', 'read.jpg', 'movie.mp4', 'store.db-shm'])
    expect([name, kindOf(name, image)]).toEqual([name, 'other']);
  expect(kindOf('read.zip', filled(524_288 + 1024))).toBe('other');
});

test('a file without signature or extension is handled as a log, whether it is one or not (S235)', () => {
  expect(kindOf('a.csv', text('Time,RPM\n0.1,800\n0.2,900\n'))).toBe('log');
  expect(kindOf('a', text('Zeit;Drehzahl\n0,1;800\n0,2;900\n'))).toBe('log');
  expect(kindOf('a.txt', text('0.1 800 12\n'.repeat(8)))).toBe('log');
  expect(kindOf('a.txt', text('Call 555 1234 at 9 today\n'.repeat(8)))).toBe('other');
  expect(kindOf('session.hpl', filled(65_536, 0))).toBe('log');
  expect(kindOf('drive.itlog', filled(65_536, 0))).toBe('log');
  expect(kindOf('a.mlg', hex('4D 4C 56 4C 47 00 00 02'))).toBe('log');
  expect(kindOf('renamed.bin', hex('4D 4C 56 4C 47 00 00 02'))).toBe('log');
  expect(kindOf('a.txt', text('Dear tuner, 1 question: may I, or may I not?\nYours, Max\n'))).toBe('other');
  expect(kindOf('a.xml', text('<?xml version="1.0"?>\n<doc>\n</doc>'))).toBe('other');
  expect(kindOf('empty.bin', new Uint8Array())).toBe('other');
});

test('an archive of images is a tune by their sizes when their names are unknown', () => {
  expect(kindOf('a.zip', zipWith(131_072, 'OriginalAudi706B.833', 'original-hhh'))).toBe('tune');
  expect(kindOf('a.zip', zipWith(262_144, 'BMW_E39_M5'))).toBe('tune');
  expect(kindOf('a.zip', zipWith(32_768, 'read.org', 'Note.txt'))).toBe('tune');
  expect(kindOf('a.zip', zipWith(4096, 'read.org', 'Note.pdf'))).toBe('other');
  expect(kindOf('a.zip', zipWith(131_072, 'cache', 'setup.exe'))).toBe('other');
  expect(kindOf('a.zip', zipWith(0, 'read.bin', 'read.ori'))).toBe('other');
  expect(kindOf('a.zip', Uint8Array.of(...text('PK00'), ...zipOf('read.ori')))).toBe('tune');
});

test('a table is a log by its column names, not by its numbers', () => {
  expect(kindOf('one-row.csv', text('Time,RPM,MAP\n0.1,800,98\n'))).toBe('log');
  expect(
    kindOf('words.csv', text('Time,RPM,Gear,Cruise,State\n0.1,800,Drive,Off,idle\n0.2,810,Drive,Off,idle\n')),
  ).toBe('log');
  expect(kindOf('bare.csv', text('0.1,800,12\n0.2,900,13\n'))).toBe('log');
  expect(kindOf('cars.csv', text('mpg,cylinders,horsepower,weight\n18,8,130,3504\n15,8,165,3693\n'))).toBe('other');
  expect(kindOf('shape.stl', text(`solid x\n${'vertex 1 0 0.5\n'.repeat(20)}`))).toBe('other');
  expect(sniffFile(partOf('cars.csv', text('make,price,doors\nAudi,9000,5\nFiat,8000,3\n'))).by).toBe('content');
});

test('a generic extension proves nothing about a text', () => {
  expect(kindOf('run.dat', text('Time,RPM\n0.1,800\n0.2,900\n'))).toBe('log');
  expect(kindOf('script.ld', text('MEMORY { FLASH (rx) : ORIGIN = 0x08000000 }\n'))).toBe('other');
  expect(kindOf('names.lg2', text('[chan1]\nRPM\n'))).toBe('log');
  expect(kindOf('notes.map', text('North of the river lies the workshop.\n'))).toBe('other');
  expect(kindOf('read.dat', hex('12 34 56 78'))).toBe('tune');
});

test('text in delimited columns is never a tune, whatever its extension', () => {
  const rows = 'Time,RPM,Boost\n0.1,800,1.0\n0.2,900,1.1\n0.3,950,1.2\n';
  const wide = Uint8Array.from([0xff, 0xfe, ...[...rows].flatMap((letter) => [letter.charCodeAt(0), 0])]);
  for (const name of ['log.bin', 'log.ori', 'LOG.HEX', 'log.frf', 'log.bin (2)', 'log.ecu']) {
    expect([name, kindOf(name, text(rows))]).toEqual([name, 'log']);
    expect([name, kindOf(name, text(rows.replaceAll(',', ';')))]).toEqual([name, 'log']);
    expect([name, kindOf(name, wide)]).toEqual([name, 'log']);
    expect([name, kindOf(name, text('name,price\nCable,9.00\nTool,99.00\n'))]).toEqual([name, 'other']);
  }
  expect(kindOf('read.bin', hex('41 2C 42 00 43 2C 44 0A'))).toBe('tune');
  expect(kindOf('read.bin', text('no table at all'))).toBe('tune');
});

test('UTF-16 with a byte order mark is read as text', () => {
  const rows = 'Time,RPM\n0.1,800\n0.2,900\n';
  const wide = new Uint8Array(2 + 2 * rows.length);
  wide.set([0xff, 0xfe]);
  for (let index = 0; index < rows.length; index += 1) wide[2 + 2 * index] = rows.charCodeAt(index);
  expect(kindOf('a.csv', wide)).toBe('log');
});

test.each(foreignSignatures.map((signature) => [signature.format, signature] as const))(
  '%s is never a tune, even when it is called .bin',
  (_format, { at = 0, hex: bytes, text: words }) => {
    const file = filled(65_536, 0);
    file.set(bytes === undefined ? text(words ?? '') : hex(bytes), at);
    expect(kindOf('read.bin', file)).toBe('other');
  },
);

test('without an extension only an image of a plausible size is a tune', () => {
  expect(kindOf('read', filled(524_288))).toBe('tune');
  expect(kindOf('Stage 1 original', filled(2_621_440))).toBe('tune');
  expect(kindOf('read', filled(524_289))).toBe('other');
  expect(kindOf('read', filled(16_384))).toBe('other');
  expect(kindOf('holiday.jpg', filled(524_288))).toBe('other');
  expect(kindOf('song.aac', filled(65_536, 0))).toBe('other');
});

test('an archive is classified by its file names and never unpacked', () => {
  expect(kindOf('a.zip', zipOf('8R29-14D351-AB.PHF'))).toBe('tune');
  expect(kindOf('a.zip', zipOf('readme.txt', 'folder/read.ori'))).toBe('tune');
  expect(kindOf('a.pdx', zipOf('index.xml', 'flash.odx-f'))).toBe('tune');
  expect(kindOf('a.zip', zipOf('test.jpg'))).toBe('other');
  expect(kindOf('site.zip', zipOf('index.html', 'app.js.map'))).toBe('other');
  expect(kindOf('a.zip', zipOf('one.csv', 'two.csv'))).toBe('log');
  expect(kindOf('a.zip', zipOf('readme.md', 'run.csv'))).toBe('log');
  expect(kindOf('a.zip', zipOf('run.csv', '.DS_Store', 'Thumbs.db', 'desktop.ini', '__MACOSX/._run.csv'))).toBe('log');
  expect(kindOf('a.zip', zipOf('run/', 'run/run.csv', 'run/__MACOSX/._x.bin', 'run/.hidden.bin'))).toBe('log');
  expect(kindOf('project.zip', zipOf('index.html', 'main.js', 'style.css', 'notes.txt'))).toBe('other');
  expect(kindOf('a.rcz', zipOf('session.json', 'channel_1'))).toBe('log');
  expect(kindOf('a.bin', zipOf('[Content_Types].xml', 'word/media/x.bin'))).toBe('other');
  expect(kindOf('a.zip', zipOf('../../etc/passwd', 'C:\\x.bin'))).toBe('tune');
  expect(kindOf('cut.zip', zipOf('read.bin').subarray(0, 39))).toBe('tune');
});

test('any bytes under any name are classified without failing', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom('', 'PK\x03\x04', ':10', 'S1', '<?xml ', '{'),
      (name, bytes, start) => {
        const all = new Uint8Array(start.length + bytes.length);
        all.set(text(start).subarray(0, start.length));
        all.set(bytes, start.length);
        expect(['tune', 'log', 'other']).toContain(kindOf(name, all));
      },
    ),
    { numRuns: 3000 },
  );
});

type Sample = { file: string; sha256: string; expected: 'tune' | 'log' | 'other'; kind: string };
const folder = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url));
const samples = existsSync(`${folder}expected.json`);

describe.skipIf(!samples)(
  samples ? 'the samples beside the checkout' : 'no samples beside the checkout (../shared/data)',
  () => {
    const list = samples ? (JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) as Sample[]) : [];
    test.each(list.filter(({ expected }) => expected).map((sample) => [sample.file, sample] as const))(
      '%s',
      (file, sample) => {
        const bytes = new Uint8Array(readFileSync(folder + file));
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sample.sha256);
        expect(kindOf(file, bytes)).toBe(sample.expected);
        // The extension is only a hint: a file with a signature keeps its class under another name.
        const sniffed = sniffFile(partOf(file, bytes));
        if (sniffed.by === 'signature' || sniffed.by === 'content')
          expect(kindOf('x.txt', bytes)).toBe(sample.expected);
      },
    );
  },
);

test('a small binary file with line breaks and commas by chance is no table', () => {
  let state = 7;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return 1 + ((state >>> 16) % 255);
  };
  for (let round = 0; round < 500; round += 1) {
    // Never the signature of another format.
    const bytes = Uint8Array.from({ length: 100 + (round % 350) }, (_, at) => (at < 2 ? 0x5a + at : next()));
    const { kind, format } = sniffFile({ name: 'read.bin', sizeBytes: bytes.length, head: bytes, tail: bytes });
    expect([round, kind, format]).toEqual([round, 'tune', expect.any(String)]);
  }
});
