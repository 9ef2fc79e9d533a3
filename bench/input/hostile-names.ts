import { type Chance, chance } from '../../apps/server/src/testing/money-run/chance.ts';

const roots = [
  '',
  '/',
  '\\',
  './',
  '../',
  '..\\',
  '//',
  '\\\\?\\',
  'C:\\',
  'C:',
  'file:///',
  '~/',
  '%2e%2e%2f',
  '..%2f',
  '..%c0%af',
  '....//',
  '.\u2024/',
  '\uff0e\uff0e\uff0f',
  '\u2025/',
];
const targets = [
  'etc/passwd',
  'windows/win.ini',
  'proc/self/environ',
  'package.json',
  '.env',
  '.git/config',
  'files/incoming/x',
  'postgres/data/PG_VERSION',
  'dev/null',
  'read.bin',
  'a',
  '',
];
const reserved = [
  'CON',
  'con.bin',
  'NUL',
  'aux.txt',
  'COM1',
  'LPT9.csv',
  'PRN',
  '.',
  '..',
  '...',
  ' ',
  '. .',
  '-rf',
  '--help',
  '$HOME',
  '`id`',
  '$(id)',
  ';id',
  '|id',
  '&&id',
  '*',
  '?',
  '<x>',
  'a:b',
  'x::$DATA',
  'desktop.ini',
  '.htaccess',
  '__proto__',
  'constructor',
];
const injections = [
  '\r\nset-cookie: a=b',
  '\nx: y',
  '\r\n\r\n<script>',
  '"; filename="other.html',
  "'; filename*=UTF-8''x.html",
  '\\"',
  '%0d%0aset-cookie:%20a=b',
  '\u560a\u560dset-cookie: a=b',
  '\u2028x',
  '\u2029x',
  '\u0085x',
  '\t',
  '\0',
  'a\0.bin',
  '\u007f',
  '\u0001',
];
const scripts = [
  '\u202egpj.exe',
  '\u2066x\u2069',
  '\u200b',
  '\ufeff',
  'e\u0301',
  '\ud800',
  '\udc00x',
  '\u{1f4a9}',
  '\u{e0001}',
  'ﷺ',
  'İı',
  '田中さん',
  'مرحبا',
  'Z̡̖̜͖̰̣͉̜a̖̰͙̗',
  '½',
  'ǅ',
  'ß',
  '\u00ad',
  '<svg onload=alert(1)>',
  '<script>alert(1)</script>',
  '{{7*7}}',
  "' or 1=1--",
  '%s%n%x',
  '=cmd|x',
  '+1',
  '@x',
];
const endings = [
  '',
  '.bin',
  '.html',
  '.svg',
  '.php',
  '.exe',
  '.tar.gz',
  '.',
  ' ',
  '/',
  '\\',
  '.bin\0.html',
  ';.bin',
  '%00.bin',
  '.BIN ',
];

/** Names that are known to escape a folder, a header or a shell. Deterministic by seed and number. */
export function hostileName(seed: number, number: number): string {
  const of = chance((seed * 104_729 + number) >>> 0);
  switch (of.below(6)) {
    case 0:
      return `${of.pick(roots).repeat(1 + of.below(12))}${of.pick(targets)}${of.pick(endings)}`;
    case 1:
      return `${of.pick(reserved)}${of.pick(endings)}`;
    case 2:
      return `${of.odds(0.5) ? 'read' : ''}${of.pick(injections)}${of.pick(endings)}`;
    case 3:
      return `${of.pick(scripts)}${of.pick(scripts)}${of.pick(endings)}`;
    case 4:
      return (
        of.pick(['a', 'é', '田', '\u{1f4a9}', '.', '/', '../', ' ', 'a/', '"']).repeat(1 + of.below(250)) +
        of.pick(endings)
      );
    default:
      return noise(of);
  }
}

const noise = (of: Chance): string =>
  String.fromCodePoint(
    ...Array.from({ length: 1 + of.below(40) }, () => of.pick([of.below(0x80), of.below(0x800), of.below(0xd800)])),
  );
