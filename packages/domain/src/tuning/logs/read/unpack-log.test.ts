import { deflateRawSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unrecognisedLogText } from '../log-types.ts';
import { readLogFile } from './unpack-log.ts';
import { refusedLogText } from './unsupported-logs.ts';

const log = new TextEncoder().encode('Time (s),RPM,Boost (kPa)\n0,800,100\n0.1,900,110\n');

/** A ZIP with these members, compressed by default. */
function zip(members: Record<string, Uint8Array>, method: 0 | 8 = 8): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const [name, bytes] of Object.entries(members)) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const names = new TextEncoder().encode(name);
    const local = new DataView(new ArrayBuffer(30));
    local.setUint32(0, 0x04034b50, true);
    local.setUint16(8, method, true);
    local.setUint16(26, names.length, true);
    const entry = new DataView(new ArrayBuffer(46));
    entry.setUint32(0, 0x02014b50, true);
    entry.setUint16(10, method, true);
    entry.setUint32(20, packed.length, true);
    entry.setUint32(24, bytes.length, true);
    entry.setUint16(28, names.length, true);
    entry.setUint32(42, at, true);
    parts.push(new Uint8Array(local.buffer), names, packed);
    directory.push(new Uint8Array(entry.buffer), names);
    at += 30 + names.length + packed.length;
  }
  return Uint8Array.from([...parts, ...directory].flatMap((part) => [...part]));
}

async function rowsOf(bytes: Uint8Array<ArrayBuffer>): Promise<number | string> {
  const result = await readLogFile(new Blob([bytes]));
  return result.ok ? result.log.rows : result.failure;
}

test('a log is read from a gzip file, from an archive and as it is', async () => {
  expect(await rowsOf(log)).toBe(2);
  expect(await rowsOf(Uint8Array.from(gzipSync(log)))).toBe(2);
  expect(await rowsOf(zip({ 'a.csv': log }))).toBe(2);
  expect(await rowsOf(zip({ 'a.csv': log }, 0))).toBe(2);
});

test('the largest log of an archive is read, whatever else it contains', async () => {
  const readme = new TextEncoder().encode('x'.repeat(500));
  const members = { '__MACOSX/._a.csv': readme, 'photo.jpg': readme, 'small.csv': log.subarray(0, 30), 'big.csv': log };
  expect(await rowsOf(zip(members))).toBe(2);
  expect(await rowsOf(zip({ 'photo.jpg': readme, 'other.png': readme }))).toBe('empty');
  expect(await rowsOf(zip({ 'session.json': readme, channel_1: readme }))).toBe('empty');
});

test('a damaged archive is refused without a crash', async () => {
  expect(await rowsOf(zip({ 'a.csv': log }).subarray(0, 40))).toBe('empty');
  expect(await rowsOf(Uint8Array.from(gzipSync(log)).subarray(0, 20))).toMatch(/^(empty|unrecognised)$/);
});

test('an archive that expands a hundredfold is not unpacked completely', async () => {
  const bomb = Uint8Array.from(gzipSync(new Uint8Array(40 * 1024 * 1024).fill(49)));
  expect(bomb.length).toBeLessThan(100_000);
  expect(await rowsOf(bomb)).toBe('too-large');
});

test.each<[string, string, string | number[], RegExp]>([
  ['Link', 'a.llg', [0xd7, 0, 0, 0, 0x6c, 0x66, 0x33], /Link ECU log.*PCLink/],
  ['AEM', 'a.daq', 'EMERALD v1.00 file', /AEM log.*AEMdata/],
  ['MoTeC', 'a.ld', [0x40, 0, 0, 0], /MoTeC log.*i2/],
  ['RaceChrono', 'a.rcz', 'PK\u0003\u0004', /RaceChrono session.*CSV v3/],
  [
    'candump',
    'can.log',
    '(1436509052.249713) vcan0 044#2A366C2B\n(1436509052.4) vcan0 123#DEAD\n',
    /CAN bus dump.*DBC/,
  ],
  ['candump without -L', 'can.txt', '  can0  123   [4]  DE AD BE EF\n  can0  124   [2]  DE AD\n', /CAN bus dump/],
  ['ECUMaster', 'a.emuprolog.gz', [0x1f, 0x8b, 8], /ECUMaster log/],
])('a log of %s is named with the way to export it', (_, name, start, expected) => {
  const head = typeof start === 'string' ? new TextEncoder().encode(start) : Uint8Array.from(start);
  const text = refusedLogText('unrecognised', name, head);
  expect(text.startsWith(unrecognisedLogText)).toBe(true);
  expect(text).toMatch(expected);
});

test('an unknown file has only the specified message, and one without readings says so', () => {
  expect(refusedLogText('unrecognised', 'notes.txt', new TextEncoder().encode('Dear diary'))).toBe(unrecognisedLogText);
  expect(refusedLogText('no-rows', 'a.csv', log)).toContain('no readings');
});
