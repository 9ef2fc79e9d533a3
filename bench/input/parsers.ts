import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHttpDate } from '@tuneport/domain/api/precondition';
import { parseDynoCsv } from '@tuneport/domain/catalog/dyno-csv';
import { summariseChange } from '@tuneport/domain/tuning/flash-files/change-summary';
import { identifyImage } from '@tuneport/domain/tuning/flash-files/identify-image';
import { readName } from '@tuneport/domain/tuning/flash-files/read-name';
import { partOf, sniffFile } from '@tuneport/domain/tuning/flash-files/sniff-file';
import { zipMembers } from '@tuneport/domain/tuning/flash-files/zip-members';
import { parseFormula } from '@tuneport/domain/tuning/logs/expression';
import type { ReadLog } from '@tuneport/domain/tuning/logs/log-types';
import { packLog, unpackLog } from '@tuneport/domain/tuning/logs/packed-log';
import { findPulls } from '@tuneport/domain/tuning/logs/pulls';
import { createLogReader, readLog } from '@tuneport/domain/tuning/logs/read/read-log';
import sharp from 'sharp';
import { mapColumns } from '../../apps/server/src/modules/catalog/imports/map-columns.ts';
import { readTable, TableError } from '../../apps/server/src/modules/catalog/imports/read-table.ts';
import { readVehicle } from '../../apps/server/src/modules/catalog/imports/read-vehicle.ts';
import { encodePicture } from '../../apps/server/src/modules/store/pictures/encode-picture.ts';
import { readMetadata } from '../../apps/server/src/modules/tuning/uploads/open-upload.ts';
import { encodingFor } from '../../apps/server/src/platform/cache/encoding.ts';
import { cleanName } from '../../apps/server/src/platform/files/clean-name.ts';
import { attachment } from '../../apps/server/src/platform/files/send-file.ts';
import { readCookies } from '../../apps/server/src/platform/http/cookies.ts';
import { Refusal } from '../../apps/server/src/platform/refusal.ts';
import { type Chance, chance } from '../../apps/server/src/testing/money-run/chance.ts';
import { mutated } from './mutate.ts';
import { archives, beside, dynos, logs, tables, tunes } from './sample-files.ts';

/** All parsers of untrusted input. A refusal is a valid result; anything else thrown is a crash. */
export type Parser = {
  readonly name: string;
  /** Valid inputs to mutate. */
  files(): readonly Buffer[] | Promise<readonly Buffer[]>;
  read(bytes: Buffer, of: Chance): unknown;
  /** Uses the parsed result. It must not fail either, but its time is not measured by input size. */
  use?(made: unknown): void;
  /** Fraction of the runs, for parsers that write to disk or decode images. */
  readonly share?: number;
  readonly bytesMax?: number;
  /** Not measured by size: it has a limit far below a megabyte. */
  readonly small?: true;
};

const texts = (...all: string[]): Buffer[] => all.map((text) => Buffer.from(text));
const names = ['read.bin', 'read.csv', 'a', '', 'READ.HEX', 'x.zip', 'log.mlg', `${'n'.repeat(300)}.bin`];
const folder = mkdtempSync(join(tmpdir(), 'tuneport-input-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const onDisk = (bytes: Buffer): string => {
  const path = join(folder, 'input');
  writeFileSync(path, bytes);
  return path;
};

export const parsers: readonly Parser[] = [
  {
    name: 'sniffer',
    files: () => [...tunes, ...logs, ...archives, ...beside('tunes', 60_000), ...beside('neither', 60_000)],
    read: (bytes, of) => sniffFile(partOf(of.pick(names), bytes)),
  },
  {
    name: 'identification',
    files: () => [...tunes, ...beside('tunes', 60_000)],
    read: (bytes, of) => identifyImage(bytes, of.pick(['', 'Intel HEX', 'Motorola S-record'])),
  },
  {
    name: 'archive',
    files: () => archives,
    read: (bytes, of) => zipMembers(bytes, bytes.subarray(of.below(bytes.length + 1))),
  },
  {
    name: 'logs',
    files: () => [...logs, ...beside('logs', 8_000)],
    read(bytes, of) {
      const reader = createLogReader();
      const cut = of.below(bytes.length + 1);
      reader.push(bytes.subarray(0, cut));
      reader.push(bytes.subarray(cut));
      return reader.end();
    },
    use(made) {
      const read = made as ReadLog;
      if (!read.ok) return;
      findPulls(read.log);
      unpackLog(packLog(read.log));
    },
  },
  {
    name: 'binary logs',
    files: () => [
      ...logs.slice(-2),
      ...beside('logs', 20_000).filter((bytes) => bytes.toString('latin1', 0, 5) === 'MLVLG'),
    ],
    read: (bytes) => readLog(bytes),
  },
  {
    name: 'packed logs',
    files: () =>
      logs.flatMap((bytes) => {
        const read = readLog(bytes);
        return read.ok ? [Buffer.from(packLog(read.log))] : [];
      }),
    read: (bytes) => unpackLog(bytes),
  },
  {
    name: 'dyno files',
    files: () => [...dynos, ...beside('dyno', 4_000)],
    read: (bytes) => parseDynoCsv(bytes),
  },
  {
    name: 'vehicle tables',
    files: () => [...tables, ...beside('.', 4_000)],
    share: 0.03,
    async read(bytes) {
      let map: ReturnType<typeof mapColumns> | undefined;
      for await (const { cells } of readTable(onDisk(bytes))) {
        if (map) readVehicle(cells, map);
        else map = mapColumns(cells);
      }
    },
  },
  {
    name: 'pictures',
    async files() {
      const plain = sharp({ create: { width: 90, height: 90, channels: 3, background: '#c2410c' } });
      return [
        await plain.clone().png().toBuffer(),
        await plain.clone().png({ progressive: true, palette: true }).toBuffer(),
        await plain.clone().jpeg().toBuffer(),
        await plain.clone().jpeg({ progressive: true }).toBuffer(),
        await plain.clone().webp().toBuffer(),
      ];
    },
    share: 0.004,
    small: true,
    async read(bytes) {
      const file = { field: 'file', name: 'x', mediaType: 'x', sizeBytes: bytes.length, sha256: Buffer.alloc(32) };
      await encodePicture([{ ...file, path: onDisk(bytes) }]);
      for (const name of await readdir(folder)) if (name.endsWith('.webp')) await rm(join(folder, name));
    },
  },
  {
    name: 'tus metadata',
    files: () =>
      texts(
        `filename ${btoa('read.bin')},terms ${btoa('a'.repeat(64))},mode ${btoa('manual')}`,
        `filename ${btoa('../x')}`,
        '__proto__ eA==,constructor eA==,filename',
      ),
    bytesMax: 4096,
    small: true,
    read: (bytes) => readMetadata(bytes.toString('latin1')),
  },
  {
    name: 'formulas',
    files: () => texts('RPM * 2 + [Boost (psi)] / 3', 'min(a, max(b, 1e3)) - -2 ^ 3', '((1))'),
    bytesMax: 600,
    small: true,
    read: (bytes) => parseFormula(bytes.toString(), (name) => name.length < 9),
  },
  {
    name: 'headers and names',
    files: () =>
      texts(
        'Sun, 06 Nov 1994 08:49:37 GMT',
        'gzip;q=0.5, br;q=1, *;q=0',
        'tuneport=abc; region=1; a="b c"',
        '..\\../\u202eread.bin',
        '8D0907551M_ME7.1_0002.bin',
      ),
    bytesMax: 4096,
    small: true,
    read(bytes) {
      const text = bytes.toString(bytes.length % 2 ? 'utf8' : 'latin1');
      parseHttpDate(text);
      encodingFor(text);
      readCookies(text);
      readName(text);
      new Headers({ 'content-disposition': attachment(cleanName(text)) });
    },
  },
  {
    name: 'change summary',
    files: () => tunes,
    read: (bytes, of) => summariseChange(bytes, bytes.subarray(of.below(bytes.length + 1))),
  },
];

export type ParserReport = { parser: string; runs: number; bytes: number; crashes: string[]; msPerMb: number };

const isRefusal = (error: unknown): boolean => error instanceof Refusal || error instanceof TableError;

/** This many mutated inputs per parser. Deterministic by seed and number. */
export async function breakParsers(options: { runs: number; seed: number; parser?: string }): Promise<ParserReport[]> {
  const reports: ParserReport[] = [];
  for (const parser of parsers.filter(({ name }) => options.parser === undefined || name === options.parser)) {
    const files = await parser.files();
    const report: ParserReport = { parser: parser.name, runs: 0, bytes: 0, crashes: [], msPerMb: 0 };
    const cpu = process.cpuUsage();
    for (let number = 0; number < Math.ceil(options.runs * (parser.share ?? 1)); number += 1) {
      const of = chance((options.seed * 7_919 + number) >>> 0);
      const bytes = mutated(files, of, parser.bytesMax ?? 20_000);
      report.runs += 1;
      report.bytes += bytes.length;
      try {
        const made = parser.read(bytes, of);
        const read = made instanceof Promise ? await made : made;
        parser.use?.(read);
      } catch (error) {
        if (!isRefusal(error) && report.crashes.length < 10)
          report.crashes.push(`number ${number}: ${(error as Error).stack?.split('\n').slice(0, 3).join(' ')}`);
      }
    }
    const { user, system } = process.cpuUsage(cpu);
    report.msPerMb = Math.round((user + system) / 1000 / (report.bytes / 1e6));
    reports.push(report);
  }
  return reports;
}

const units = [
  ...[
    '\n',
    '\r',
    '\r\n',
    ',',
    ';',
    '\t',
    ' ',
    '"',
    '""',
    '"\n',
    '" ',
    '",',
    '#',
    '#\n',
    '%',
    '-',
    '.',
    ':',
    '0',
    '9',
    'a',
    'é',
    '|',
  ],
  ...[
    'a,',
    '1,',
    '1\n',
    'a,b\n',
    '1,2\n',
    '"a"',
    '"a",',
    '"a\n',
    'a b ',
    '1:',
    '1:1:1\n',
    '0.1,',
    '[a]\n',
    'x;\n',
    ',\n',
    '\n,',
    '= ',
  ],
  ...[
    ':00000001FF\n',
    'S9030000FC\n',
    ':',
    'S1',
    '<',
    '<!--',
    '<a ',
    '/*',
    '/begin ',
    '{',
    '(',
    '\\',
    '\0',
    '\xff',
    '\u00a0',
  ],
  ...[
    'PK\x03\x04',
    'PK\x01\x02',
    'MLVLG\0',
    '1037350228',
    '0261206042',
    '4B0906018',
    'WAUZZZ8D0XA123456',
    'A',
    '40/1/',
  ],
  ...[
    'Time,RPM\n',
    'MARK\n',
    '12:34:56.789,',
    '1e5,',
    '2026-01-01 ',
    'rpm',
    '(',
    ' (rpm)',
    '°',
    `a"b,"c${'x'.repeat(800)}\n`,
  ],
];

export type Slowest = { parser: string; msPerMb: number; input: string };

/** A megabyte of one repeated token, alone and after a valid file header, to find superlinear run time. */
export async function tireParsers(options: { bytes: number; parser?: string; every?: number }): Promise<Slowest[]> {
  const slowest: Slowest[] = [];
  for (const parser of parsers.filter(
    ({ name, small }) => !small && (options.parser === undefined || name === options.parser),
  )) {
    const files = await parser.files();
    let worst: Slowest = { parser: parser.name, msPerMb: 0, input: '' };
    let nth = 0;
    for (const unit of units) {
      for (const begin of [Buffer.alloc(0), ...files.map((file) => file.subarray(0, 300)), ...files.slice(0, 4)]) {
        nth += 1;
        if (nth % (options.every ?? 1) !== 0) continue;
        const bytes = Buffer.alloc(options.bytes, unit, 'latin1');
        begin.copy(bytes);
        const ms = await cpuOf(parser, bytes);
        const msPerMb = Math.round(ms / (options.bytes / 1e6));
        const input = `${JSON.stringify(unit)} after ${JSON.stringify(begin.toString('latin1', 0, 40))}`;
        if (msPerMb > worst.msPerMb) worst = { parser: parser.name, msPerMb, input };
      }
    }
    slowest.push(worst);
  }
  return slowest;
}

/** The minimum of up to three runs, to exclude other load. */
async function cpuOf(parser: Parser, bytes: Buffer): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3; turn += 1) {
    const of = chance(1);
    const before = process.threadCpuUsage();
    try {
      const made = parser.read(bytes, of);
      if (made instanceof Promise) await made;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (least < (bytes.length / 1e6) * 60) break;
  }
  return least;
}
