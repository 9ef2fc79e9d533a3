import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeInDetail, changeLabel, summariseChange } from './change-summary.ts';
import { checkChecksums, crc16, crc32 } from './checksums.ts';
import { findMismatches } from './fit-check.ts';
import { identifyImage } from './identify-image.ts';
import { recordMemories } from './record-memory.ts';
import { partOf, sniffFile } from './sniff-file.ts';

function image(size: number, texts: Record<number, string> = {}): Uint8Array {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 1) bytes[at] = (at * 31) & 0x1f;
  for (const [at, text] of Object.entries(texts)) bytes.set(new TextEncoder().encode(text), Number(at));
  return bytes;
}
const side = (bytes: Uint8Array, name = 'file.bin') => {
  const sniffed = sniffFile(partOf(name, bytes));
  return { sniffed, identified: identifyImage(bytes, sniffed.format), sizeBytes: bytes.length };
};
const reasons = (original: Uint8Array, delivered: Uint8Array, name?: string) =>
  findMismatches(side(original), side(delivered, name), summariseChange(original, delivered), {
    state: 'unknown',
  }).map(({ reason }) => reason);

const facts = { 1000: '40/1/ME7.5/5/4017.00//', 2000: '02612060421037350228', 3000: '4B0906018   1.8L R4 5VT' };
const original = image(65_536, facts);
const tuned = (change: (bytes: Uint8Array) => void, from = original) => {
  const copy = from.slice();
  change(copy);
  return copy;
};

test('a file of the same ECU with a few changed maps fits', () => {
  expect(
    reasons(
      original,
      tuned((bytes) => bytes.fill(9, 40_000, 40_200)),
    ),
  ).toEqual([]);
});

test('a file of another ECU is refused with each reason', () => {
  expect(reasons(original, original.slice())).toEqual(['unchanged']);
  expect(reasons(original, image(131_072, facts))).toContain('size');
  expect(reasons(original, image(65_536, { ...facts, 1000: '40/1/ME7.1/5/4017.00//' }))).toEqual(['family']);
  expect(reasons(original, image(65_536, { ...facts, 3000: '8D0907551M  2.7l V6/5VT' }))).toEqual(['part_number']);
  expect(reasons(original, image(65_536, { ...facts, 2000: '02612060421037350229' }))).toEqual(['software_id']);
  expect(reasons(original, image(65_536, { ...facts, 2000: '02612060431037350228' }))).toEqual(['hardware']);
  expect(
    reasons(
      original,
      tuned((bytes) => bytes.fill(0x21, 10_000, 60_000)),
    ),
  ).toEqual(['too_much_changed']);
  expect(reasons(original, new TextEncoder().encode('%PDF-1.4'))).toEqual(['not_a_tune']);
  expect(reasons(original, new TextEncoder().encode(':0100000041BE\n:00000001FF\n'), 'a.hex')).toContain('format');
});

test('a different container or record format is refused as a format mismatch', () => {
  const vbf = new TextEncoder().encode('vbf_version = 2.3;\nheader {\n}\n');
  const kp = new Uint8Array(2000);
  kp.set([0x0b, 0, 0, 0, ...new TextEncoder().encode('WinOLS File')]);
  const hex = new TextEncoder().encode(':0100000041BE\n:00000001FF\n');
  const records = new TextEncoder().encode('S00600004844521B\nS9030000FC\n');
  const between = (one: Uint8Array, two: Uint8Array) =>
    findMismatches(side(one, 'one'), side(two, 'two'), null, { state: 'unknown' }).map(({ reason }) => reason);
  expect(between(vbf, kp)).toEqual(['format']);
  expect(between(hex, records)).toEqual(['format']);
  expect([between(vbf, vbf), between(kp, kp), between(hex, hex)]).toEqual([[], [], []]);
  expect(
    findMismatches(
      side(original, 'a.ori'),
      side(
        tuned((bytes) => bytes.fill(9, 40_000, 40_200)),
        'b.bin',
      ),
      null,
      { state: 'unknown' },
    ),
  ).toEqual([]);
});

/** Intel HEX of a memory range with `perLine` bytes per line; erased bytes may be left out. */
function hexOf(memory: Uint8Array, start: number, perLine: number, isTrimmed = false): Uint8Array {
  const line = (...bytes: number[]) => {
    const sum = bytes.reduce((all, byte) => all + byte, 0);
    return `:${[...bytes, -sum & 0xff].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('')}`;
  };
  const lines = [line(2, 0, 0, 4, start >>> 24, (start >>> 16) & 0xff)];
  for (let at = 0; at < memory.length; at += perLine) {
    const data = [...memory.subarray(at, at + perLine)];
    if (isTrimmed && data.every((byte) => byte === 0xff)) continue;
    const address = (start + at) & 0xffff;
    lines.push(line(data.length, address >> 8, address & 0xff, 0, ...data));
  }
  return new TextEncoder().encode([...lines, ':00000001FF', ''].join('\n'));
}

test('hex records are compared by the memory they describe, however it is split into lines', () => {
  const memory = image(4096, { 100: '40/1/ME7.5/5/4017.00//' }).fill(0xff, 3000);
  const changed = tuned((bytes) => bytes.fill(9, 1000, 1040), memory);
  const gate = (one: Uint8Array, two: Uint8Array) => {
    const [first, second] = [side(one, 'a.hex'), side(two, 'b.hex')];
    const pair = recordMemories(
      { format: first.sniffed.format, bytes: one },
      { format: second.sniffed.format, bytes: two },
    );
    const change = summariseChange(pair?.[0] ?? one, pair?.[1] ?? two);
    return { change, why: findMismatches(first, second, change, { state: 'unknown' }).map(({ reason }) => reason) };
  };
  const { change, why } = gate(hexOf(memory, 0x8000, 16), hexOf(changed, 0x8000, 32, true));
  expect(why).toEqual([]);
  expect(change).toMatchObject({ originalBytes: 4096, deliveredBytes: 4096, regionCount: 1 });
  expect(change.changedBytes).toBeLessThanOrEqual(40);
  expect(gate(hexOf(memory, 0x8000, 16), hexOf(memory, 0x8000, 32)).why).toEqual(['unchanged']);
  // The same number of lines, but different memory.
  const other = image(4096).map((byte) => byte ^ 0x55);
  expect(gate(hexOf(memory, 0x8000, 16), hexOf(other, 0x8000, 32)).why).toEqual(['too_much_changed']);
  expect(gate(hexOf(memory, 0x8000, 16), hexOf(changed, 0x7000_0000, 16)).why).toEqual(['too_much_changed']);
  const records = { format: 'Intel HEX', bytes: hexOf(memory, 0, 16) };
  expect(recordMemories({ format: 'VBF', bytes: memory }, records)).toBeNull();
});

test('two European VINs at the same offset are two cars; elsewhere the format alone proves nothing', () => {
  const at = (place: number, vin: string) => image(65_536, { [place]: vin });
  expect(reasons(at(0x402c, 'W0L0TGF0818063403'), at(0x402c, 'W0L0TGF071B022321'))).toEqual(['vin']);
  expect(reasons(at(0x402c, 'W0L0TGF0818063403'), at(0x602c, 'W0L0TGF071B022321'))).toEqual([]);
});

test('the program name distinguishes files of a manufacturer with one shared number', () => {
  const volvo = (program: string) =>
    image(65_536, { 2000: '02612045591037359462', 3000: `Vatlab NO. ${program}.a2l 2005-05-13` });
  expect(side(volvo('50GPHJ')).identified.softwareIds.map(({ value }) => value)).toEqual(['1037359462', '50GPHJ']);
  const [one, two] = [volvo('50GPHJ'), volvo('20KPSC')];
  expect(findMismatches(side(one), side(two), summariseChange(one, two), { state: 'unknown' })).toEqual([
    { reason: 'software_id', message: 'The original has software 50GPHJ, but this file has 20KPSC.' },
  ]);
  expect(
    reasons(
      volvo('50GPHJ'),
      tuned((bytes) => bytes.fill(9, 40_000, 40_200), volvo('50GPHJ')),
    ),
  ).toEqual([]);
});

test('information missing from a file is not a mismatch', () => {
  const silent = image(65_536);
  expect(
    reasons(
      silent,
      tuned((bytes) => bytes.fill(9, 0, 50), silent),
    ),
  ).toEqual([]);
  expect(
    reasons(
      original,
      tuned((bytes) => bytes.fill(0, 2000, 2020)),
    ),
  ).toEqual([]);
});

test('different VINs are refused without revealing them', () => {
  const one = image(65_536, { 100: '1M8GDM9AXKP042788' });
  const two = tuned((bytes) => bytes.set(new TextEncoder().encode('5GZCZ43D13S812715'), 100), one);
  const [mismatch] = findMismatches(side(one), side(two), summariseChange(one, two), { state: 'unknown' });
  expect(mismatch).toEqual({ reason: 'vin', message: 'The two files have different VINs.' });
});

test('a change is summarized in words for the customer and by address for the tuner', () => {
  const change = summariseChange(
    original,
    tuned((bytes) => {
      bytes.fill(0xee, 100, 110);
      bytes.fill(0xee, 120, 130);
      bytes.fill(0xee, 0x4000, 0x4004);
    }),
  );
  expect(change).toMatchObject({ changedBytes: 24, regionCount: 2, share: 24 / 65_536 });
  expect(changeLabel(change)).toBe(
    '24 bytes differ from the original, 0.04% of the file, in 2 places. The size is the same.',
  );
  expect(changeInDetail(change)).toEqual(['000064–000081: 20 bytes of 30', '004000–004003: 4 bytes of 4']);
  expect(changeLabel(summariseChange(original, original))).toBe(
    'This file is identical to the original, byte for byte.',
  );
});

test('the summary counts exactly the bytes that differ', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 200 }), (one, two) => {
      let expected = Math.abs(one.length - two.length);
      for (let at = 0; at < Math.min(one.length, two.length); at += 1) if (one[at] !== two[at]) expected += 1;
      const change = summariseChange(one, two);
      expect(change.changedBytes).toBe(expected);
      expect(change.regions.reduce((sum, region) => sum + region.changedBytes, 0)).toBe(expected);
    }),
  );
});

test('checksums of hex records and VBF blocks are verified, those of raw images are not reported as verified', () => {
  const text = (value: string) => new TextEncoder().encode(value);
  expect(crc16(text('123456789'))).toBe(0x29b1);
  expect(crc32(text('123456789'))).toBe(0xcbf43926);
  expect(checkChecksums(text(':0100000041BE\r\n:00000001FF\r\n'), 'Intel HEX')).toEqual({ state: 'right', checked: 2 });
  expect(checkChecksums(text(':0100000041BE\n:0100000041BF\n'), 'Intel HEX')).toMatchObject({
    state: 'wrong',
    what: 'line 2',
  });
  const data = text('123456789');
  const block = Uint8Array.from([0, 1, 0, 0, 0, 0, 0, 9, ...data, 0x29, 0xb1]);
  const header = text(
    `vbf_version = 2.3; header { // }\n description = {"}"}; file_checksum = 0x${crc32(block).toString(16)}; }`,
  );
  const vbf = Uint8Array.from([...header, ...block]);
  expect(checkChecksums(vbf, 'VBF')).toEqual({ state: 'right', checked: 2 });
  vbf[vbf.length - 5] = 0;
  expect(checkChecksums(vbf, 'VBF')).toMatchObject({ state: 'wrong', what: 'block 1' });
  expect(checkChecksums(original, '.bin file')).toEqual({ state: 'unknown' });
});

const folder = fileURLToPath(new URL('../../../../../../shared/data/tunes/', import.meta.url));
const samples = existsSync(folder);
test.skipIf(!samples)(
  samples ? 'the checksums of the sample files are right' : 'no samples beside the checkout (../shared/data)',
  () => {
    const state = (file: string, format: string) => checkChecksums(new Uint8Array(readFileSync(folder + file)), format);
    expect(state('reference.vbf', 'VBF').state).toBe('right');
    expect(state('AR79-14C318-AB.vbf', 'VBF').state).toBe('right');
    expect(state('speeduino-usbserial.hex', 'Intel HEX').state).toBe('right');
    expect(state('elf.s19', 'Motorola S-record').state).toBe('right');
  },
);
