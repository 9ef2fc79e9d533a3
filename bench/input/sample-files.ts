import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const lines = (...all: string[]) => Buffer.from(all.join('\r\n'), 'latin1');

/** Valid files, each as small as its format allows. */
export const logs: readonly Buffer[] = [
  Buffer.from('Time,RPM,Boost (psi)\n0.0,800,1\n0.1,,1\n,,\n\n0.2,900,1.5\n0.3,950,1\n'),
  Buffer.from('Zeit (sec);Drehzahl (1/min);Ladedruck (mbar)\r\n0,0;800;1013,5\r\n0,1;850;1020,25\r\n'),
  Buffer.from('\ufeffTime (sec),Temp (°C),RPM\n0,20,800\n1,21,810\n'),
  Buffer.from('\ufeffTime (sec),Temp (°C),RPM\n0,20,800\n1,21,810\n', 'utf16le'),
  Buffer.from(
    'Time,RPM\n16:35:45.857719,640\n16:35:46.63622,644\n23:59:59.9,648\n00:00:00.1,650\nMARK 1\nTime,RPM\n0,1\n',
  ),
  Buffer.from('"SECONDS";"PID";"VALUE";"UNITS"\n"0,1";"Engine RPM";"812,5";"rpm"\n"0,2";"Vehicle speed";"0";"km/h"\n'),
  lines(
    'Friday,03,November,2023,21:59:29',
    '8D0 907 551 M,,2.7l V6/5VT     G   0002,',
    '',
    ",Group A:,'002,,,,Group B:,'031,,,,Group C:, Not Running",
    ',,RPM,Load,Inj.,Mass Flow,,Voltage,Voltage,Voltage,Voltage,,,,,',
    ',TIME,,,On Time,,TIME,,,,,TIME,,,,',
    'Marker,STAMP, /min, %, ms, g/s,STAMP, V, V, V, V,STAMP,,,,',
    ',0.58,2080,11.3,0.00,7.14,0.28,0.035,0.730,0.030,0.070,,,,,',
  ),
  lines('[Channel Information]', '0,12', 'Offset,Engine RPM', 's,rpm', '', '[Channel Data]', '0.000,812', '0.025,'),
  lines('%DataLog%', 'Channel : RPM', 'Type : EngineSpeed', 'Log : 20250718 02:15:46', '23:59:59.980,900'),
  lines('####', 'TimeStamp, nmot_w', ' sec.ms , rpm', '"TIME","EngineSpeed"', ' 0.000, 2320', ' 0.050, 2360'),
  mlvlg(1),
  mlvlg(2),
];

export const dynos: readonly Buffer[] = [
  Buffer.from('crank_torque,rpm,horsepower,Notes\n300.5,3000,200,a\n250,2000,120,b\n,2500,160,\n'),
  Buffer.from('\uFEFF\r\nRPM;"Crank Torque (Nm)";Horsepower [kW]\r\n"1000";100,5;+1.5e2\r\n\r\n'),
  Buffer.from('rpm,torque,"a ""b"", c"\r1000,5,"x, y"'),
];

export const tables: readonly Buffer[] = [
  Buffer.from(
    'Make\tModel\tYear\tEngine\tPower (hp)\tFuel\tTransmission\nAudi\tA4\t2004\t1.8 T\t163\tPetrol\tManual 6\nVW\tGolf\t1999-2003\t1.9 TDI\t115\tDiesel\tAutomatic\n',
  ),
  Buffer.from('sep=;\r\n# a remark\r\nmake;model;"year from";year to\r\n"Al""fa";"147 ""GTA""";2002;2005\r\n;;;\r\n'),
  Buffer.from('make,model,year\nSeat,"Le\non, 5"" wide",2010\nCitro\xebn,C4,2011\n', 'latin1'),
];

export const tunes: readonly Buffer[] = [
  image(),
  Buffer.from(':020000040040BA\n:0100000041BE\r\n:00000001FF\n'),
  Buffer.from('S1040000AA51\nS9030000FC\n'),
  Buffer.from(
    'vbf_version = 2.3;\r\nheader {\r\n sw_part_number = "AR79-14C318-AB";\r\n erase = { { 0x1, 0x2 } };\r\n}',
  ),
  Buffer.from('<?xml version="1.0"?>\n<msq xmlns="http://www.msefi.com/:msq"><page/></msq>'),
  Buffer.from('/* made by hand */\nASAP2_VERSION 1 71\n/begin PROJECT x ""\n/end PROJECT'),
  Buffer.from('0b00000057696e4f4c532046696c650071000000', 'hex'),
];

export const archives: readonly Buffer[] = [zip(['read.bin']), zip(['a/b.csv', '../x', 'é.txt']), zip([])];

/** Third-party sample files next to the checkout, if present; none of them are in the repository. */
export function beside(folder: 'logs' | 'dyno' | 'tunes' | 'neither' | '.', bytesMax: number): Buffer[] {
  const place = join(fileURLToPath(new URL('../../../shared/data/', import.meta.url)), folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isFile() && (folder !== '.' || entry.name.endsWith('.gz')))
    .map(({ name }) => readFileSync(join(place, name)))
    .map((bytes) => (folder === '.' ? gunzipSync(bytes) : bytes).subarray(0, bytesMax));
}

function image(): Buffer {
  const bytes = Buffer.alloc(8192, 0xff);
  bytes.write('40/1/ME7.5/5/4017.00//', 100, 'latin1');
  bytes.write('02612060421037350228', 300, 'latin1');
  bytes.write('4B0906018   1.8L R4 5VT', 500, 'latin1');
  bytes.write('WAUZZZ8D0XA123456', 700, 'latin1');
  return bytes;
}

/** Time, engine speed, two rows and a marker, in MegaLogViewer format. */
function mlvlg(version: 1 | 2): Buffer {
  const [fieldBytes, fieldsAt] = version === 1 ? [55, 22] : [89, 24];
  const dataAt = fieldsAt + 2 * fieldBytes;
  const bytes = Buffer.alloc(dataAt + 2 * 11 + 54);
  bytes.write('MLVLG');
  bytes.writeUInt16BE(version, 6);
  bytes.writeUInt32BE(dataAt, version === 1 ? 14 : 16);
  bytes.writeUInt16BE(6, version === 1 ? 18 : 20);
  bytes.writeUInt16BE(2, version === 1 ? 20 : 22);
  for (const [nth, [type, name]] of (
    [
      [7, 'Time'],
      [2, 'RPM'],
    ] as const
  ).entries()) {
    const at = fieldsAt + nth * fieldBytes;
    bytes[at] = type;
    bytes.write(name, at + 1);
    bytes.writeFloatBE(1, at + 46);
  }
  for (let row = 0, at = dataAt; row < 2; row += 1, at += 11) {
    bytes.writeFloatBE(row / 4, at + 4);
    bytes.writeUInt16BE(1000 + row, at + 8);
    bytes[at + 10] = bytes.subarray(at + 4, at + 10).reduce((sum, byte) => (sum + byte) & 0xff, 0);
  }
  bytes[dataAt + 22] = 1;
  bytes.write('MARK 001', dataAt + 26);
  return bytes;
}

/** Entries of one byte each, uncompressed. */
export function zip(names: readonly string[], claims: { unpackedBytes?: number; sameAt?: boolean } = {}): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const bytes = Buffer.from(name);
    const common = Buffer.alloc(22);
    common.writeUInt32LE(1, 14);
    common.writeUInt32LE(claims.unpackedBytes ?? 1, 18);
    const [length, extra] = [Buffer.alloc(2), Buffer.alloc(2)];
    length.writeUInt16LE(bytes.length);
    const here = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      Buffer.from([20, 0]),
      common.subarray(2),
      length,
      extra,
      bytes,
    ]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(claims.sameAt ? 0 : at, 10);
    local.push(here, Buffer.from('A'));
    directory.push(
      Buffer.from('PK\x01\x02'),
      Buffer.from([20, 0, 20, 0]),
      common.subarray(2),
      length,
      extra,
      tail.subarray(2),
      bytes,
    );
    at += here.length + 1;
  }
  const [whole, list] = [Buffer.concat(local), Buffer.concat(directory)];
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Math.min(names.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(names.length, 0xffff), 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(whole.length, 16);
  return Buffer.concat([whole, list, end]);
}
