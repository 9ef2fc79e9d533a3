import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ParsedLog, ReadLog } from '../log-types.ts';
import { createLogReader, readLog, recognizeLog } from './read-log.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (sign) => sign.charCodeAt(0) & 0xff);
function utf16(text: string, big = false): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 0xfeff, !big);
  for (let nth = 0; nth < text.length; nth++) view.setUint16(2 + nth * 2, text.charCodeAt(nth), !big);
  return bytes;
}

function read(source: string | Uint8Array): ParsedLog {
  const result = readLog(typeof source === 'string' ? bytesOf(source) : source);
  if (!result.ok) throw new Error(`not read: ${result.failure}`);
  return result.log;
}
const names = (log: ParsedLog) => log.channels.map(({ name }) => name);
const column = (log: ParsedLog, name: string) => [...(log.channels.find((one) => one.name === name)?.values ?? [])];

/** A MegaLogViewer file: a time, an engine speed, a signed temperature, and one marker. */
function mlvlg(version: 1 | 2): Uint8Array {
  const fields = [
    { type: 7, name: 'Time', unit: 's', scale: 1, shift: 0 },
    { type: 2, name: 'RPM', unit: 'rpm', scale: 1, shift: 0 },
    { type: 1, name: 'CLT', unit: 'C', scale: 0.5, shift: 40 },
  ];
  const fieldBytes = version === 1 ? 55 : 89;
  const fieldsAt = version === 1 ? 22 : 24;
  const dataAt = fieldsAt + fields.length * fieldBytes + 10;
  const bytes = new Uint8Array(dataAt + 3 * 12 + 54);
  const view = new DataView(bytes.buffer);
  const write = (at: number, text: string) => bytes.set(latin1(text), at);
  write(0, 'MLVLG');
  view.setUint16(6, version);
  if (version === 1) {
    view.setUint32(14, dataAt);
    view.setUint16(18, 7);
    view.setUint16(20, fields.length);
  } else {
    view.setUint32(16, dataAt);
    view.setUint16(20, 7);
    view.setUint16(22, fields.length);
  }
  for (const [nth, field] of fields.entries()) {
    const at = fieldsAt + nth * fieldBytes;
    bytes[at] = field.type;
    write(at + 1, field.name);
    write(at + 35, field.unit);
    view.setFloat32(at + 46, field.scale);
    view.setFloat32(at + 50, field.shift);
  }
  let at = dataAt;
  for (let row = 0; row < 3; row++) {
    view.setUint16(at + 2, row * 1000);
    view.setFloat32(at + 4, row * 0.25);
    view.setUint16(at + 8, 1000 + row * 500);
    view.setInt8(at + 10, -10 + row);
    bytes[at + 11] = bytes.subarray(at + 4, at + 11).reduce((sum, byte) => (sum + byte) & 0xff, 0);
    at += 12;
    if (row === 1) {
      bytes[at] = 1;
      write(at + 4, 'MARK 001');
      at += 54;
    }
  }
  return bytes;
}

const groupLog = [
  'Friday,03,November,2023,21:59:29',
  '8D0 907 551 M,,2.7l V6/5VT     G   0002,',
  '',
  ",Group A:,'002,,,,Group B:,'031,,,,Group C:, Not Running",
  ',,RPM,Load,Inj.,Mass Flow,,Voltage,Voltage,Voltage,Voltage,,,,,',
  ',TIME,,,On Time,,TIME,,,,,TIME,,,,',
  'Marker,STAMP, /min, %, ms, g/s,STAMP, V, V, V, V,STAMP,,,,',
  ',0.58,2080,11.3,0.00,7.14,0.28,0.035,0.730,0.030,0.070,,,,,',
  'x,1.18,1880,11.3,0.00,6.47,0.88,0.000,0.010,0.005,0.015,,,,,',
].join('\r\n');

const sectionsLog = [
  'HP Tuners CSV Log File',
  'Version: 1.0',
  '',
  '[Log Information]',
  'Creation Time: 1/2/2024 3:04:05 PM',
  '',
  '[Channel Information]',
  '0,12,2312,41',
  'Offset,Engine RPM,Intake Air Temp,Vehicle Speed',
  's,rpm,°F,mph',
  '',
  '[Channel Data]',
  '0.000,812,,',
  '0.025,,77,',
  '0.050,815,,0',
  '0.075,,,1',
].join('\n');

const declaredLog = [
  '%DataLog%',
  'DataLogVersion : 1.1',
  'Software : Haltech NSP',
  'SoftwareVersion : 1',
  'DownloadDateTime : 20250718 04:09:48',
  'Channel : RPM',
  'ID : 1',
  'Type : EngineSpeed',
  'DisplayMaxMin : 10000,0',
  'Channel : Battery Voltage',
  'ID : 2',
  'Type : BatteryVoltage',
  'DisplayMaxMin : 20000,0',
  'Log Source : 20',
  'Log : 20250718 02:15:46',
  '23:59:59.980,900,13042',
  '00:00:00.000,905,13050',
].join('\n');

const oneReadingALine = [
  '"SECONDS";"PID";"VALUE";"UNITS"',
  '"0,1";"Engine RPM";"812,5";"rpm"',
  '"0,2";"Vehicle speed";"0";"km/h"',
  '"0,4";"Engine RPM";"820";"rpm"',
].join('\n');

const commaLog = 'Zeit (sec);Drehzahl (1/min);Ladedruck (mbar)\r\n0,0;800;1013,5\r\n0,1;850;1020,25\r\n';

describe('logs of every format are read by structure (C240)', () => {
  test('a plain table keeps the names of its header and counts every non-empty line', () => {
    const log = read('Time,RPM,Boost (psi)\n0.0,800,1\n0.1,,1\n,,\n\n0.2,900,1.5\n0.3,950,1\n');
    expect(names(log)).toEqual(['Time', 'RPM', 'Boost (psi)']);
    expect(log.rows).toBe(4);
    expect(column(log, 'RPM')).toEqual([800, Number.NaN, 900, 950]);
    expect(log.channels[2]).toMatchObject({ label: 'Boost', unit: 'psi', quantity: 'boost' });
    expect([...(log.clocks[0] ?? [])]).toEqual([0, 0.1, 0.2, 0.3]);
  });

  test('a group log has a clock per group, both name rows joined, and no channel for a group that did not run', () => {
    const log = read(latin1(groupLog));
    expect(names(log)).toEqual([
      'A/002: RPM [/min]',
      'A/002: Load [%]',
      'A/002: Inj. On Time [ms]',
      'A/002: Mass Flow [g/s]',
      ...Array(4).fill('B/031: Voltage [V]'),
    ]);
    expect(log.rows).toBe(2);
    expect(log.clocks.map((clock) => Math.round((clock[0] ?? 0) * 100))).toEqual([30, 0]);
    expect(log.channels[0]).toMatchObject({ quantity: 'rpm', unit: 'rpm', clock: 0 });
    expect(log.channels[4]).toMatchObject({ clock: 1 });
    expect(log.markers).toEqual([{ timeS: expect.closeTo(0.9), text: 'x' }]);
  });

  test('two sessions in one file are concatenated with the channels of both', () => {
    const lines = groupLog.split('\r\n').filter((line) => line !== '');
    const once = read(latin1(lines.join('\r\n')));
    const twice = read(latin1([...lines, '', ...lines].join('\r\n')));
    expect([twice.rows, twice.channels.length, twice.clocks.length]).toEqual([
      once.rows * 2,
      once.channels.length,
      once.clocks.length,
    ]);
    const end = once.clocks[0]?.at(-1) ?? 0;
    expect(twice.clocks[0]?.[once.rows]).toBeGreaterThan(end);
    expect(twice.notes.join()).toContain('2 sessions');
    const other = lines.map((line) => line.replace("'002", "'115"));
    const both = read(latin1([...lines, '', ...other].join('\r\n')));
    expect([both.rows, both.channels.length]).toEqual([once.rows * 2, once.channels.length * 2]);
    expect(both.channels.at(-1)?.label).toContain('(session 2)');
  });
  test('AiM laps become markers', () => {
    const log = read(
      bytesOf(
        '"Format","AiM CSV File"\n"Beacon Markers","2.5","5.25"\n\n"Time","RPM","Water Temp"\n"s","rpm","°C"\n\n0,800,80\n1,900,80\n6,910,81\n',
      ),
    );
    expect(log.markers).toEqual([
      { timeS: 2.5, text: 'End of lap 1' },
      { timeS: 5.25, text: 'End of lap 2' },
    ]);
  });
  test('names may contain commas within brackets', () => {
    const sections =
      '[Channel Information]\n0,1,2\nOffset,AEM EQ -> AEM 30-(0300,2340,5130),Engine RPM\ns,lambda,rpm\n\n[Channel Data]\n0,0.9,800\n0.1,0.91,810\n';
    expect(names(read(bytesOf(sections)))).toEqual(['Offset', 'AEM EQ -> AEM 30-(0300,2340,5130)', 'Engine RPM']);
    const table = 'Time,EQ -> AEM 30-(0300,2340,5130),RPM\n0,0.9,800\n0.1,0.91,810\n0.2,0.91,810\n';
    expect(names(read(bytesOf(table)))).toEqual(['Time', 'EQ -> AEM 30-(0300,2340,5130)', 'RPM']);
  });
  test('positions in arc minutes become degrees, positive to the east', () => {
    const log = read(
      bytesOf(
        '[header]\nsatellites\n\n[column names]\nsats time lat long velocity\n\n[data]\n008 120000.00 +3132.5000 -00062.4000 050.00\n008 120000.10 +3132.5010 -00062.4010 051.00\n',
      ),
    );
    expect(log.channels[2]).toMatchObject({ quantity: 'latitude', unit: '°' });
    expect(log.channels[2]?.values[0]).toBeCloseTo(52.208333, 5);
    expect(log.channels[3]?.values[0]).toBeCloseTo(1.04, 5);
  });
  test('units in words and unusual symbols are recognized', () => {
    const log = read(
      bytesOf(
        'Time (s),GPS Speed (Meters/second),G(x),Oil Temp (℃),Coolant (.C),RPM\n0,10,0.1,90,80,800\n1,11,0.2,91,81,900\n',
      ),
    );
    expect(log.channels.map(({ unit }) => unit)).toEqual(['s', 'm/s', 'g', '°C', '°C', 'rpm']);
    expect(log.channels[2]?.label).toBe('G(x)');
  });
  test('Haltech absolute pressures are shown as gauge pressures', () => {
    const text = declaredLog
      .replace('Channel : Battery Voltage', 'Channel : Oil Pressure')
      .replace('Type : BatteryVoltage', 'Type : Pressure');
    expect(read(bytesOf(text)).channels[2]).toMatchObject({ unit: 'kPa', quantity: 'oilPressure' });
    expect(read(bytesOf(text)).channels[2]?.values[0]).toBeCloseTo(1304.2 - 101.3, 5);
  });
  test('a log in another language is recognized by its structure', () => {
    const german = groupLog
      .replaceAll('Group', 'Block')
      .replace('Not Running', 'Läuft nicht')
      .replaceAll('TIME', 'Zeit')
      .replaceAll('STAMP', 'MARKE')
      .replace('Marker', 'Markierung');
    expect(names(read(latin1(german)))).toHaveLength(8);
  });

  test('a separate clock for every channel is read', () => {
    const log = read(
      latin1(
        [
          'Sunday,11,October,2009,18:29:08',
          '8K0 907 551 A,ADVMB,3.0T SIMOS84  H06 0001,',
          ',,G023,F0,G035,F0,',
          '',
          'Marker,TIME,Loc. IDE00021,TIME,Loc. IDE00075,',
          ',STAMP,Engine speed,STAMP,Vehicle speed,',
          ',, /min,, km/h,',
          ',0.39,680,0.52,16,',
          ',1.91,837,2.03,14,',
        ].join('\r\n'),
      ),
    );
    expect(names(log)).toEqual(['Loc. IDE00021: Engine speed [/min]', 'Loc. IDE00075: Vehicle speed [km/h]']);
    expect(log.rows).toBe(2);
    expect(log.clocks).toHaveLength(2);
  });

  test('names, units and friendly names in three rows below a preamble of any length are read', () => {
    const log = read(
      latin1(
        [
          '####################',
          'Logfile created by ME7-Logger v1.20',
          'Logging with:    20 samples/second',
          '',
          'TimeStamp, nmot_w    , zwout     ',
          '  sec.ms , rpm       , °KW       ',
          '"TIME","EngineSpeed","IgnitionTimingAngleOverall"',
          '    0.000, 2320      , 28.5      ',
          '    0.050, 2360      , 28.5      ',
        ].join('\n'),
      ),
    );
    expect(names(log)).toEqual(['TimeStamp', 'nmot_w', 'zwout']);
    expect(log.channels[1]).toMatchObject({ label: 'EngineSpeed', unit: 'rpm', quantity: 'rpm' });
    expect(log.channels[2]).toMatchObject({ unit: '°', quantity: 'timing' });
    expect(log.rows).toBe(2);
    expect(log.about).toContain('Logfile created by ME7-Logger v1.20');
  });

  test('settings rows above the header are not taken for the header', () => {
    const log = read(
      'Firmware,Interface,Boost_map,DWP\n32/12,ios,2,60\nSafety,Gain,Red,OL\n18.0,25,60,80\ntimestamp,rpm,boost,pedal\n5.00,2009,0.4,20\n5.25,2016,0.3,20\n',
    );
    expect(names(log)).toEqual(['timestamp', 'rpm', 'boost', 'pedal']);
    expect(log.rows).toBe(2);
    expect(log.clocks[0]?.[0]).toBe(0);
  });

  test('a source row distinguishes equal names', () => {
    const log = read(
      'timestamp,speed,speed,rpm\nunix time,m/s,m/s,rpm\n,100: gps,200: obd,200: obd\n1767150797.4,33.4,33.5,3544\n1767150797.5,33.4,33.5,3545\n',
    );
    expect(names(log)).toEqual(['timestamp', 'speed', 'speed', 'rpm']);
    expect(log.channels.map(({ source }) => source)).toEqual(['', 'gps', 'obd', 'obd']);
    expect(log.clocks[0]?.[1]).toBeCloseTo(0.1);
  });

  test('sections in brackets with sparse channel values are read', () => {
    const log = read(sectionsLog);
    expect(names(log)).toEqual(['Offset', 'Engine RPM', 'Intake Air Temp', 'Vehicle Speed']);
    expect(log.rows).toBe(4);
    expect(column(log, 'Engine RPM')).toEqual([812, 812, 815, 815]);
    expect(log.channels[2]).toMatchObject({ unit: '°F', quantity: 'iat' });
  });

  test('channels declared one by one, typed integers, and a clock past midnight are read', () => {
    const log = read(declaredLog);
    expect(names(log)).toEqual(['(time of day)', 'RPM', 'Battery Voltage']);
    expect(column(log, 'Battery Voltage')[0]).toBeCloseTo(13.042);
    expect(log.clocks[0]?.[1]).toBeCloseTo(0.02);
  });

  test('one reading per line becomes one channel per name', () => {
    const log = read(oneReadingALine);
    expect(names(log)).toEqual(['Engine RPM', 'Vehicle speed']);
    expect(log.rows).toBe(3);
    expect([...(log.channels[0]?.values ?? [])]).toEqual([812.5, 820]);
    expect([...(log.clocks[0] ?? [])].map((time) => Math.round(time * 10))).toEqual([0, 3]);
  });

  test('one reading per line with a position and a trailing separator is read', () => {
    const log = read(
      '"SECONDS";"PID";"VALUE";"UNITS";"LATITUDE";"LONGITUDE";\n"1.5";"Speed (GPS)";"41";"km/h";"45.8";"15.7";\n"1.6";"Engine RPM";"812";"rpm";"45.8";"15.7";\n',
    );
    expect(names(log)).toEqual(['Speed (GPS)', 'Engine RPM']);
    expect(log.rows).toBe(2);
  });

  test('column numbers below names and units are not a reading', () => {
    const log = read(
      '"Format","AiM CSV File"\n"Vehicle","Kart"\n\n"Time","GPS Speed","RPM","Water Temp"\n"sec","km/h","rpm","C"\n"1","2","3","4"\n\n"0.0","30","5000","61"\n"0.1","31","5010","61"\n',
    );
    expect(names(log)).toEqual(['Time', 'GPS Speed', 'RPM', 'Water Temp']);
    expect(log.channels[3]).toMatchObject({ label: 'Water Temp', unit: '°C' });
    expect(log.rows).toBe(2);
  });

  test('tooth times and gaps are a log, a list with two times is not', () => {
    expect(names(read('#Firmware: x\nToothTime,Time\nuS,uS\n0.0,0.0\n90.5,90.5\n'))).toEqual(['ToothTime', 'Time']);
    expect(readLog(bytesOf('start time,end time,event\n0,1,doors open\n1,2,first heat\n')).ok).toBe(false);
  });

  test('units above the names are recognized as units', () => {
    const log = read('s,rpm,kPa\nTime,Engine Speed,Pressure\n0.0,900,98\n0.1,910,99\n');
    expect(log.channels.map(({ name, unit }) => [name, unit])).toEqual([
      ['Time', 's'],
      ['Engine Speed', 'rpm'],
      ['Pressure', 'kPa'],
    ]);
  });

  test('semicolons and decimal commas are read', () => {
    expect(column(read('Time;RPM;Weg (m)\n0,1;900;1.234,5\n0,2;910;12.345,25\n'), 'Weg (m)')).toEqual([
      1234.5, 12345.25,
    ]);
    const mixed = read('Time;RPM;Altitude;Load\n0,1;900;46.0;12,5%\n0,2;910;46.5;13,25%\n');
    expect([column(mixed, 'Time'), column(mixed, 'Altitude'), column(mixed, 'Load')]).toEqual([
      [0.1, 0.2],
      [46, 46.5],
      [12.5, 13.25],
    ]);
    expect(column(read('Time;RPM;Note\n0.1;1,900;1.5\n0.2;2,100;1.6\n'), 'RPM')).toEqual([1900, 2100]);
    const log = read(commaLog);
    expect(column(log, 'Ladedruck (mbar)')).toEqual([1013.5, 1020.25]);
    expect(log.channels[1]).toMatchObject({ quantity: 'rpm', unit: 'rpm' });
  });

  test.each([
    ['UTF-8 with a mark', bytesOf('\ufeffTime (sec),Temp (°C),RPM\n0,20,800\n1,21,810\n')],
    ['UTF-16, little end first', utf16('Time (sec),Temp (°C),RPM\n0,20,800\n1,21,810\n')],
    ['UTF-16, big end first', utf16('Time (sec),Temp (°C),RPM\n0,20,800\n1,21,810\n', true)],
    ['Latin-1', latin1('Time (sec),Temp (°C),RPM\n0,20,800\n1,21,810\n')],
    ['bare carriage returns', bytesOf('Time (sec),Temp (°C),RPM\r0,20,800\r1,21,810\r')],
    ['bare carriage returns and a new line at the end', bytesOf('Time (sec),Temp (°C),RPM\r0,20,800\r1,21,810\n')],
    [
      'room kept free behind the last row',
      bytesOf(`Time (sec),Temp (°C),RPM\n0,20,800\n1,21,810\n${'\0'.repeat(500)}`),
    ],
  ])('%s', (_, bytes) => {
    const log = read(bytes);
    expect(names(log)).toEqual(['Time (sec)', 'Temp (°C)', 'RPM']);
    expect(log.rows).toBe(2);
  });

  test('single-byte Cyrillic text is decoded', () => {
    const cyrillic = (text: string) =>
      Uint8Array.from(text, (sign) => (sign >= 'А' ? sign.charCodeAt(0) - 0x350 : sign.charCodeAt(0)));
    const log = read(cyrillic('Время;Обороты двигателя\n0,1;900\n0,2;910\n'));
    expect(names(log)).toEqual(['Время', 'Обороты двигателя']);
    expect(log.channels[1]?.quantity).toBe('rpm');
  });

  test.each([1, 2] as const)('the binary MegaLogViewer log is read, version %i', (version) => {
    const log = read(mlvlg(version));
    expect(names(log)).toEqual(['Time', 'RPM', 'CLT']);
    expect(log.rows).toBe(3);
    expect(column(log, 'CLT')).toEqual([15, 15.5, 16]);
    expect(log.markers).toEqual([{ timeS: 0.5, text: 'MARK 001' }]);
    expect(recognizeLog(mlvlg(version))?.kind).toBe('binary');
  });

  test('a repeated header and a marker between rows are gaps, and the clock continues', () => {
    const log = read('Time,RPM\n10.0,800\n10.1,810\nMARK 1\nTime,RPM\n0.0,820\n0.1,830\n');
    expect(log.rows).toBe(6);
    expect(column(log, 'RPM').filter((value) => !Number.isNaN(value))).toEqual([800, 810, 820, 830]);
    const clock = [...(log.clocks[0] ?? [])];
    expect(clock.every((time, nth) => nth === 0 || time >= (clock[nth - 1] as number))).toBe(true);
    expect(log.notes.join(' ')).toContain('restarts once');
    expect(log.markers.map(({ text }) => text)).toContain('MARK 1');
  });

  test('a clock without leading zeros is corrected', () => {
    const log = read('Time,RPM\n16:35:45.857719,640\n16:35:46.63622,644\n16:35:46.323683,648\n16:35:46.525557,650\n');
    expect([...(log.clocks[0] ?? [])].map((time) => time.toFixed(3))).toEqual(['0.000', '0.206', '0.466', '0.668']);
  });

  test('milliseconds are recognized by their unit or step', () => {
    expect(read('Time (msec),RPM\n0,800\n126,810\n').clocks[0]?.[1]).toBeCloseTo(0.126);
    expect(read('"TIME","RPM"\n"91","3749"\n"161","3836.75"\n').clocks[0]?.[1]).toBeCloseTo(0.07);
  });

  test('the finer of several time columns is used', () => {
    const log = read(
      'GPS Time, Device Time,Engine RPM(rpm)\nTue Aug 21 18:21:18 MESZ 2012,21-Aug-2012 18:20:23.667,2213\nTue Aug 21 18:21:19 MESZ 2012,21-Aug-2012 18:20:24.668,2213\n',
    );
    expect(log.clocks[0]?.[1]).toBeCloseTo(1.001);
  });

  test('figures with their unit beside them are read', () => {
    const log = read(
      'Time;Speed;Load;Temp\n0,1;48 km/h;74,5%;82C\n0,2;50 km/h;%;C\n0,3;km/h;75,25%;83,5C\n0,4;51km/h;7 %;84F\n',
    );
    expect(column(log, 'Speed')).toEqual([48, 50, Number.NaN, 51]);
    expect(column(log, 'Load')).toEqual([74.5, Number.NaN, 75.25, 7]);
    expect(column(log, 'Temp')).toEqual([82, Number.NaN, 83.5, 84]);
    expect(log.channels[1]).toMatchObject({ unit: 'km/h', quantity: 'speed' });
  });

  test('a text channel keeps its words', () => {
    const log = read('Time,RPM,State\n0,800,idle\n1,900,run\n2,950,run\n');
    expect(log.channels[2]?.words).toEqual(['idle', 'run']);
    expect(column(log, 'State')).toEqual([0, 1, 1]);
  });

  test('names and values in sections with blank-separated cells are read', () => {
    const log = read(
      'File created 2020\n\n[column names]\nsats time velocity RPM\n\n[data]\n006 100000.00 000.003 1000\n006 100000.10 000.103 1010\n',
    );
    expect(names(log)).toEqual(['sats', 'time', 'velocity', 'RPM']);
    expect(log.rows).toBe(2);
  });

  test('section units may be between them, and their time of day has no colons', () => {
    const log = read(
      '[column names]\nsats time velocity throttle g_lat\n[channel units]\n%\nm/s^2\n[data]\n9 235959.5 10.0 5 0.1\n9 000000.0 11.0 6 0.2\n9 000100.5 12.0 7 0.3\n',
    );
    expect(names(log)).toEqual(['sats', 'time', 'velocity', 'throttle', 'g_lat']);
    expect(log.channels.map(({ unit }) => unit)).toEqual(['', '', 'km/h', '%', 'm/s²']);
    expect([...(log.clocks[0] ?? [])]).toEqual([0, 0.5, 61]);
  });

  test('a name may be followed by its unit, range and rate', () => {
    const log = read('"Interval"|"ms"|0|0|1,"RPM"|"rpm"|0|10000|50,"Utc"|"ms"|0|0|1\n1166042,4006,\n1166062,4016,\n');
    expect(log.channels).toMatchObject([
      { name: 'Interval|"ms"|0|0|1', label: 'Interval', unit: 'ms', quantity: 'time' },
      { name: 'RPM|"rpm"|0|10000|50', label: 'RPM', unit: 'rpm', quantity: 'rpm' },
      { label: 'Utc', unit: 'ms' },
    ]);
    expect(log.clocks[0]?.[1]).toBeCloseTo(0.02, 9);
  });

  test('bus frames have timestamps in microseconds', () => {
    const log = read(
      'Time Stamp,ID,Extended,Bus,LEN,D1\n42000000,000000F1,false,0,1,12\n42500000,00000120,false,0,1,5\n',
    );
    expect([...(log.clocks[0] ?? [])]).toEqual([0, 0.5]);
  });

  test('rows are numbered without a time column', () => {
    const log = read('ENGINE_RPM (),VEHICLE_SPEED (),\n800, 0,\n900, 1,\n');
    expect(names(log)).toEqual(['ENGINE_RPM ()', 'VEHICLE_SPEED ()']);
    expect(log.timeBase).toBe('rows');
  });
});

describe('short words between numbers (C240)', () => {
  test('a switch, a gear and a gap have the same meaning in every row', () => {
    const rows = ['on,D,--', 'off,N,1', 'ON,D,n/a', 'on,R,2', 'off,D,--'].map((cells, nth) => `${nth / 10},${cells}\n`);
    const log = read(`Time,Clutch,Selector,RPM\n${rows.join('')}`);
    expect(column(log, 'Clutch')).toEqual([1, 0, 1, 1, 0]);
    expect(log.channels.find(({ name }) => name === 'Selector')).toMatchObject({ words: ['D', 'N', 'R'] });
    expect(column(log, 'Selector')).toEqual([0, 1, 0, 2, 0]);
    // Only some rows have a value; the last one is carried forward.
    expect(column(log, 'RPM')).toEqual([Number.NaN, 1, 1, 2, 2]);
  });

  test('a word among numbers is a gap, however often it occurs', () => {
    const log = read('Time,RPM\n0,800\n1,err\n2,err\n3,900\n4,err\n5,950\n6,960\n7,970\n8,980\n9,990\n10,1000\n');
    expect(column(log, 'RPM').filter(Number.isNaN)).toHaveLength(3);
    expect(log.notes.join()).toContain('1 channel had text between the numbers');
  });

  test('a line truncated before its reading is reported and creates no channel', () => {
    const lines = '0,1;Engine RPM;812,5;rpm\n0,2;Engine RPM;820;rpm\n,\n0,3\n';
    const log = read(`SECONDS;PID;VALUE;UNITS\n${lines}`);
    expect(names(log)).toEqual(['Engine RPM']);
    expect(log.rows).toBe(4);
    expect(log.notes.join()).toContain('2 readings had no time or no number.');
  });
});

describe('a file that is not a log is refused without a crash (S405)', () => {
  test.each([
    ['nothing', ''],
    ['prose', 'Lorem ipsum dolor sit amet, consectetur adipiscing elit.\nSed lacus neque, rutrum eget ultricies.\n'],
    ['numbers without names', '0.0,800,1.5\n0.1,850,1.6\n0.2,900,1.7\n'],
    [
      'a list of parameters',
      'Name,Unit,Equation,Address,Length,Signed\nAirflow,kg/hr,x,0x2032,2,FALSE\nBoost,psi,x,0xffff,1,FALSE\n',
    ],
    ['a calendar', 'Date,Time,Event\n2024-01-01,10:00,Breakfast\n2024-01-02,11:00,Lunch\n'],
    [
      'a list of cars, whose figures are words',
      'name,price,Max_power,Torque/Rpm\nA,450000,74 bhp,190Nm@ 2000rpm\nB,370000,103 bhp,250Nm@ 1500-2500rpm\n',
    ],
    ['a table of gears', 'Gear,Ratio,Speed at 7000 rpm\n1,3.5,60\n2,2.1,100\n3,1.4,150\n'],
    [
      'the result of a race',
      'Pl.;Startnr;Name;Verein;Zeit\n1;77;A. Ott;LG Nord;0:31:04\n2;12;B. Roth;TV Süd;0:31:40\n',
    ],
    [
      'a chart of laps',
      'NUMBER,LAP_NUMBER,LAP_TIME,S1,KPH,ELAPSED,DRIVER_NAME,TEAM\n7,1,1:35.2,23.1,160.7,1:35.2,C. Day,Red\n7,2,1:33.9,22.8,177.9,3:09.1,C. Day,Red\n',
    ],
    ['when others were recorded', 'number,start_time,end_time,file\n1,2025-09-08T13:30:58,2025-09-08T13:31:30,a.csv\n'],
    [
      'a list of messages',
      'ID,Frame Name,Cycle Time [ms],Signal Byte No.\n123h,Frame,100,1\n124h,Other,20,2\n125h,Third,10,3\n',
    ],
    ['a list of engines', 'Make,Model,Power (hp),at (rpm),Torque (Nm)\nA,B,150,5000,320\nC,D,190,4000,400\n'],
    ['a count of messages', 'can_id,count,msgs_per_sec,dlc\n025,29009,46.5,8\n020,29005,46.5,7\n'],
    ['a list of places', 'index,addr,size,file_offset\n0,0x803824b8,8,0x3824b8\n1,0x803824c0,8,0x3824c0\n'],
    ['a count of rows', 't\tn\ndrives\t9\nrealtime\t26265\n'],
    ['a map', 'RPM\\TP|  1.5  2.0  2.5\n   400|    5    5    5\n   800|   28   28   25\n'],
    [
      'a table within a text',
      `RPM | error | duty\n800 | 20 | 25\n900 | 40 | 50\n\n${'Nobody knows what comes of it.\n'.repeat(12)}`,
    ],
    [
      'a definition of TunerStudio',
      `[MegaTune]\n signature = "speeduino 2024"\n[Constants]\n${Array.from({ length: 30 }, (_, nth) => ` rpm${nth} = scalar, U16, ${nth}, "rpm", 1.0, 0.0, 0, 8000, 0`).join('\n')}\n[Datalog]\n entry = time, "Time", float, "%.3f"\n`,
    ],
    ['XML', '<?xml version="1.0"?>\n<doc>\n</doc>\n'],
    ['a header without values', 'Time,RPM,Boost\n'],
  ])('%s', (_, text) => {
    expect(readLog(bytesOf(text)).ok).toBe(false);
    expect(recognizeLog(bytesOf(text))).toBeNull();
  });

  test.each([
    ['most rows have no time', `Time,RPM,Boost\n0.0,800,1\n0.1,810,1\n${'part,of,another\n,7,8\n,9,9\n'.repeat(20)}`],
    [
      'most cells are words',
      `Time,RPM,Gear,State,Mode\n${Array.from({ length: 40 }, (_, nth) => (nth < 4 ? `${nth / 10},${800 + nth},1,1,1` : `${nth / 10},no,some,word,here`)).join('\n')}\n`,
    ],
    [
      'a list of readings has hardly any time',
      `SECONDS;PID;VALUE;UNITS\n0.1;RPM;800;rpm\n0.2;RPM;810;rpm\n${'then;RPM;none;rpm\n'.repeat(20)}`,
    ],
  ])('a corrupt table in which %s', (_, text) => {
    expect(readLog(bytesOf(text))).toMatchObject({ ok: false, failure: 'unrecognised' });
  });

  test.each(['Time,RPM,Boost\n', 'Time (s);Engine Speed (rpm);Boost (bar)\r\n', 'Time\tRPM\tTPS\nsec\trpm\t%\n'])(
    'names without readings have their own error: %j',
    (text) => {
      expect(readLog(bytesOf(text))).toMatchObject({ ok: false, failure: 'no-rows' });
    },
  );

  test('logs of unsupported programs are named, not read', () => {
    const link = Uint8Array.of(0xd7, 0, 0, 0, 0x6c, 0x66, 0x33, ...Array(64).fill(0));
    expect(recognizeLog(link)).toEqual({ kind: 'unsupported', format: 'Link log' });
    expect(readLog(link)).toMatchObject({ ok: false, failure: 'unsupported' });
  });

  test('a header of thousands of columns over short lines stays within limits', () => {
    const wide = `Time,RPM,${Array.from({ length: 5000 }, (_, nth) => `c${nth}`).join(',')}\n${'1,2\n'.repeat(20_000)}`;
    const log = read(bytesOf(wide));
    expect(log.rows).toBe(20_000);
    expect(log.channels.reduce((sum, { values }) => sum + values.length, 0)).toBeLessThan(200_000);
  });
});

const plain = (result: ReadLog) =>
  result.ok
    ? {
        ...result.log,
        channels: result.log.channels.map((one) => ({ ...one, values: [...one.values] })),
        clocks: result.log.clocks.map((clock) => [...clock]),
      }
    : result;

function inPieces(bytes: Uint8Array, cuts: readonly number[]): ReadLog {
  const reader = createLogReader();
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...places, bytes.length]) {
    reader.push(bytes.slice(from, to));
    from = to;
  }
  return reader.end();
}

describe('chunked reading', () => {
  const long = `Time;RPM;Temp (°C)\n${Array.from({ length: 30_000 }, (_, nth) => `${nth / 10};${800 + (nth % 700)};${(nth % 90) / 3}\n`).join('')}`;
  const files = [
    latin1(groupLog),
    bytesOf(sectionsLog),
    bytesOf(declaredLog),
    bytesOf(oneReadingALine),
    bytesOf(commaLog),
    utf16(commaLog),
    mlvlg(1),
    mlvlg(2),
  ];

  test('gives the same result for any cut', () => {
    const whole = files.map((bytes) => plain(readLog(bytes)));
    fc.assert(
      fc.property(fc.nat(files.length - 1), fc.array(fc.nat(4000), { maxLength: 12 }), (nth, cuts) => {
        expect(plain(inPieces(files[nth] as Uint8Array, cuts))).toEqual(whole[nth]);
      }),
      { numRuns: 150 },
    );
  });

  test('works for a long file in chunks of 4 KiB', () => {
    const bytes = bytesOf(long);
    const cuts = Array.from({ length: Math.floor(bytes.length / 4096) }, (_, nth) => nth * 4096);
    // Compared as text, because a diff of ninety thousand numbers is unreadable.
    expect(JSON.stringify(plain(inPieces(bytes, cuts))) === JSON.stringify(plain(readLog(bytes)))).toBe(true);
  });

  test('any content gives a result or an error', () => {
    const odd = fc.oneof(
      fc.uint8Array({ maxLength: 400 }),
      fc.string({ maxLength: 300 }).map(bytesOf),
      fc
        .array(
          fc.constantFrom(
            'Time',
            'RPM',
            ',',
            ';',
            '\t',
            '\n',
            '\r',
            '"',
            '1',
            '.',
            '-',
            '12:30:01',
            '%DataLog%',
            'Channel : x',
            ' A:',
            'Group A:,',
            "'001",
            'TIME',
            'STAMP',
            '[Channel Data]',
            '[Channel Information]',
            '0x',
            '\u0000',
          ),
          { maxLength: 80 },
        )
        .map((parts) => bytesOf(parts.join(''))),
      fc.tuple(fc.nat(files.length - 1), fc.nat(4000), fc.nat(255)).map(([nth, at, byte]) => {
        const bytes = (files[nth] as Uint8Array).slice();
        bytes[at % bytes.length] = byte;
        return bytes;
      }),
    );
    fc.assert(
      fc.property(odd, (bytes) => {
        const result = readLog(bytes);
        recognizeLog(bytes);
        if (!result.ok) return;
        for (const channel of result.log.channels)
          expect(channel.values.length).toBe(result.log.clocks[channel.clock]?.length);
      }),
      { numRuns: 1500 },
    );
  });
});

const samples = new URL('../../../../../../../shared/data/', import.meta.url);
const here = existsSync(new URL('expected.json', samples));
test.skipIf(!here)(
  `every sample beside the checkout is read as its list says${here ? '' : ' (skipped: there are none)'}`,
  () => {
    type Sample = { file: string; kind: string; data_rows?: number; channels?: string[] };
    const list = JSON.parse(readFileSync(new URL('expected.json', samples), 'utf8')) as Sample[];
    for (const sample of list) {
      const bytes = new Uint8Array(readFileSync(new URL(sample.file, samples)));
      const result = readLog(bytes);
      const isLog = sample.kind === 'log' || sample.kind === 'dyno';
      expect(result.ok, sample.file).toBe(isLog);
      if (!result.ok) continue;
      expect(recognizeLog(bytes.subarray(0, 65_536)), sample.file).not.toBeNull();
      expect([sample.file, result.log.rows, names(result.log)]).toEqual([
        sample.file,
        sample.data_rows,
        sample.channels,
      ]);
    }
  },
);

test('a file of only markers keeps a limited number and costs no more than any other', () => {
  const head = groupLog.split('\r\n').slice(0, -2);
  const reading = groupLog.split('\r\n').at(-2) as string;
  const marked = Array.from({ length: 50_000 }, (_, nth) => (nth % 2 === 0 ? reading : 'x'));
  const many = read(latin1([...head, ...marked].join('\n')));
  expect([many.rows, many.markers.length]).toEqual([50_000, 500]);
  const long = read(latin1([...head, `${'m'.repeat(5000)},1,2,3`].join('\n')));
  expect(long.markers).toEqual([expect.objectContaining({ text: 'm'.repeat(120) })]);
  const binary = mlvlg(1);
  const mark = binary.subarray(binary.length - 66, binary.length - 12);
  const marks = read(Uint8Array.from([...binary, ...Array.from({ length: 2000 }, () => [...mark]).flat()]));
  expect([marks.rows, marks.markers.length]).toEqual([3, 500]);
});

test('time is linear in the file size, whatever the content', () => {
  // Regression: each of these took hours per megabyte: an invalid number, and a line that looks like the start of a
  // declaration.
  const digits = '0'.repeat(900_000);
  expect(readLog(bytesOf(`Time,RPM\n0.1,800\n0.2,${digits}E\n0.3,${digits}E\n`)).ok).toBe(true);
  expect(readLog(bytesOf(`A:${'\t'.repeat(900_000)}A\u2028\n`)).ok).toBe(false);
});

test('NUL padding within a line is not part of a name or a word', () => {
  const rows = Array.from({ length: 20 }, (_, at) => `${at / 10},${800 + at},${at === 3 ? 'o\0n' : 'off'}`);
  const read = readLog(new TextEncoder().encode(`Time (s),Engine\0 RPM,Pump\n${rows.join('\n')}\n`));
  expect(read.ok).toBe(true);
  expect(JSON.stringify(read)).not.toContain('\\u0000');
});

test('very long names are cut before they are analysed', () => {
  const long = 'a'.repeat(300_000);
  const rows = Array.from({ length: 50 }, (_, nth) => `${nth / 10},${800 + nth},${nth}`).join('\n');
  const start = performance.now();
  const log = read(`Time (sec),RPM,${long}\n${rows}`);
  expect(names(log).every((name) => name.length <= 300)).toBe(true);
  expect(log.channels.every(({ label }) => label.length <= 300)).toBe(true);
  expect(names(read(`jan 1, ${long}\nTime (sec),RPM,Boost\n${rows}`))).toContain('Boost');
  expect(performance.now() - start).toBeLessThan(5_000);
});
