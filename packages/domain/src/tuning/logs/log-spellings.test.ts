import { describe, expect, test } from 'vitest';
import type { ParsedLog } from './log-types.ts';
import { createLogReader, readLog } from './read/read-log.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string): ParsedLog {
  const result = readLog(bytesOf(text));
  if (!result.ok) throw new Error(`not read: ${result.failure}`);
  return result.log;
}
const names = (log: ParsedLog) => log.channels.map(({ name }) => name);
const column = (log: ParsedLog, nth: number) => [...(log.channels[nth]?.values ?? [])];
const times = (log: ParsedLog) => [...(log.clocks[0] ?? [])].map((time) => Math.round(time * 1e6) / 1e6);

describe('column names with line breaks, as saved by spreadsheets (C240)', () => {
  const head = '"Time\n(s)","Engine speed\n(rpm)",Gear,"Boost\n(bar)"\n';
  const rows = '0.0,1500,3,0.4\n0.1,1610,3,0.5\n';
  const wanted = ['Time (s)', 'Engine speed (rpm)', 'Gear', 'Boost (bar)'];

  test('are read as one header row', () => {
    const log = read(head + rows);
    expect(names(log)).toEqual(wanted);
    expect(log.rows).toBe(2);
    expect(column(log, 1)).toEqual([1500, 1610]);
    expect(times(log)).toEqual([0, 0.1]);
  });

  test('work with either line ending, one broken name among others, and a unit row below', () => {
    expect(names(read((head + rows).replaceAll('\n', '\r\n')))).toEqual(wanted);
    expect(names(read(head + rows.replaceAll('\n', '\r\n')))).toEqual(wanted);
    expect(names(read(`Time (s),RPM,"Boost\n(bar)",AFR\n${rows}`))).toEqual(['Time (s)', 'RPM', 'Boost (bar)', 'AFR']);
    const below = read('"Engine\nspeed";Time;"Boost\npressure"\nrpm;s;bar\n1500;0,1;0,4\n1600;0,2;0,5\n');
    expect(names(below)).toEqual(['Engine speed', 'Time', 'Boost pressure']);
    expect(below.channels.map(({ unit }) => unit)).toEqual(['rpm', 's', 'bar']);
  });

  test('work with CR line endings, where the break is LF', () => {
    expect(names(read('"Time\n(s)",RPM\r0.0,1500\r0.1,1600\r'))).toEqual(['Time (s)', 'RPM']);
  });

  test('do not depend on the chunk boundaries', () => {
    const reader = createLogReader();
    for (const byte of bytesOf(head + rows)) reader.push(Uint8Array.of(byte));
    const result = reader.end();
    expect(result.ok && names(result.log)).toEqual(wanted);
  });

  test('with an unclosed quote do not consume further rows', () => {
    const log = read(`Wheel,"18 inch\nNote,19",x\n\nTime,RPM\n${'0.1,900\n'.repeat(5)}`);
    expect(names(log)).toEqual(['Time', 'RPM']);
    expect(log.rows).toBe(5);
  });
});

describe('languages (C240)', () => {
  test.each([
    ['Czech', 'Čas;Otáčky motoru;Rychlost'],
    ['Ukrainian', 'Час;Оберти двигуна;Швидкість'],
    ['Finnish', 'Aika;Moottorin kierrosluku;Nopeus'],
    ['Hungarian', 'Idő;Motorfordulat;Sebesség'],
    ['Romanian', 'Timp;Turație motor;Viteză'],
    ['Greek', 'Χρόνος;Στροφές κινητήρα;Ταχύτητα'],
    ['Korean', '시간;엔진 회전수;차속'],
    ['Norwegian', 'Tid;Turtall;Hastighet'],
    ['Danish', 'Tid;Motoromdrejninger;Hastighed'],
  ])('a log in %s has its time, engine speed and vehicle speed', (_, head) => {
    const log = read(`${head}\n0,0;1500;30,5\n0,1;1610;31\n`);
    expect(names(log)).toEqual(head.split(';'));
    expect(times(log)).toEqual([0, 0.1]);
    expect(log.channels.slice(1).map(({ quantity }) => quantity)).toEqual(['rpm', 'speed']);
  });

  test('in an unknown language an rpm unit distinguishes a log from a list', () => {
    const log = read('Aeg ajas (s),Pöörded (rpm),Kiirus (km/h)\n0.0,1500,30\n0.1,1610,31\n');
    expect(log.rows).toBe(2);
    const list = 'Bil,Toppeffekt (hk),Ved turtal (rpm)\nGolf,110,5500\nPassat,150,5000\n';
    expect(readLog(bytesOf(list)).ok).toBe(false);
  });

  test('one reading per line is sorted into channels with German words too', () => {
    const log = read(
      'Zeit;Messwert;Wert;Einheit\n0,0;Drehzahl;1500;1/min\n0,5;Ladedruck;0,4;bar\n1,0;Drehzahl;1600;1/min\n',
    );
    expect(names(log)).toEqual(['Drehzahl', 'Ladedruck']);
    expect(column(log, 0)).toEqual([1500, 1600]);
  });
});

describe('legacy character encodings (C240)', () => {
  /** Encodes text; other bytes are two hex digits between braces. */
  const bytes = (text: string) =>
    Uint8Array.from(
      text
        .split(/(\{[0-9A-F]+\})/)
        .flatMap((part) =>
          part.startsWith('{')
            ? [...Buffer.from(part.slice(1, -1), 'hex')]
            : [...part].map((sign) => sign.charCodeAt(0)),
        ),
    );
  const rows = '0,0;1500;30,5\r\n0,1;1610;31\r\n';

  test.each([
    ['Japanese', '{8E9E8AD4} (s);{89F1935D9094} (rpm);{8ED491AC} (km/h)', '時間 (s);回転数 (rpm);車速 (km/h)'],
    ['Chinese', '{CAB1BCE4} (s);{D7AACBD9} (rpm);{B3B5CBD9} (km/h)', '时间 (s);转速 (rpm);车速 (km/h)'],
    ['Korean', '{BDC3B0A3} (s);{C8B8C0FCBCF6} (rpm);{C2F7BCD3} (km/h)', '시간 (s);회전수 (rpm);차속 (km/h)'],
    ['Polish', 'Czas (s);Obroty (obr/min);Pr{EA}dko{9CE6} (km/h)', 'Czas (s);Obroty (obr/min);Prędkość (km/h)'],
    ['Czech', '{C8}as (s);Ot{E1E8}ky (1/min);Rychlost (km/h)', 'Čas (s);Otáčky (1/min);Rychlost (km/h)'],
    ['German', 'Zeit (s);Drehzahl (1/min);K{FC}hlmittel ({B0}C)', 'Zeit (s);Drehzahl (1/min);Kühlmittel (°C)'],
    ['French', 'Temps (s);R{E9}gime (tr/min);C{9C}ur {E0} {E8}', 'Temps (s);Régime (tr/min);Cœur à è'],
  ])('%s', (_, head, wanted) => {
    const result = readLog(bytes(`${head}\r\n${rows}`));
    if (!result.ok) throw new Error('not read');
    expect(names(result.log)).toEqual(wanted.split(';'));
    expect(times(result.log)).toEqual([0, 0.1]);
    expect(column(result.log, 2)).toEqual([30.5, 31]);
  });
});

describe('number and time formats (C240)', () => {
  test('blanks before a row and between its cells are one separator', () => {
    const log = read('     Time       RPM     MAP\n     0.00      1500    98.5\n     0.10     12000     101  \n');
    expect(names(log)).toEqual(['Time', 'RPM', 'MAP']);
    expect(column(log, 1)).toEqual([1500, 12_000]);
    expect(column(log, 2)).toEqual([98.5, 101]);
    expect(times(log)).toEqual([0, 0.1]);
  });

  test('thousands may be separated by a blank, an apostrophe, or a point beside decimal commas', () => {
    const of = (cell: string) => column(read(`Zeit;Drehzahl;Last\n0,0;850;12,5\n0,1;${cell};13,5\n`), 1)[1];
    for (const cell of ['1 500', '1\u00a0500', '1\u202f500', "1'500", '1’500', '1.500'])
      expect(of(cell), cell).toBe(1500);
    // A column with decimal points keeps them.
    expect(column(read('Zeit;Drehzahl;Lambda\n0,0;850;0.985\n0,5;1500;1.015\n'), 2)).toEqual([0.985, 1.015]);
  });

  test('a column may use decimal commas beside columns with points', () => {
    const log = read('Time;RPM;Boost;Load\n0.00;800.5;0,25;1,234\n0.10;810.5;1,125;12,5\n0.20;820.5;0,75;1,5\n');
    expect(column(log, 2)).toEqual([0.25, 1.125, 0.75]);
    expect(column(log, 3)).toEqual([1.234, 12.5, 1.5]);
    // Also if the first of them is far down.
    const late = read(`Time;RPM;Boost\n${'0.1;800.5;0\n'.repeat(70)}0.2;801.5;0,25\n`);
    expect(column(late, 2).at(-1)).toBe(0.25);
    expect(column(read('Time;RPM;Boost\n0.0;1,500;0.5\n0.1;1,600;0.6\n'), 1)).toEqual([1500, 1600]);
  });

  test('a unit beside a figure may be spelled out', () => {
    const cells = (rpm: string) => `${rpm} revolutions_per_minute, 32 kilopascal, 13.72549019607843 percent, 65 degC`;
    const log = read(`Timestamp,RPM,Intake Press.,Load,Temp\n0,${cells('825.0')}\n1,${cells('33.333333333333336')}\n`);
    expect(log.channels.map(({ unit }) => unit)).toEqual(['', 'rpm', 'kPa', '%', '°C']);
    expect(column(log, 1)).toEqual([825, 33.333333333333336]);
  });

  test('a long dash before a figure is a minus sign', () => {
    expect(column(read('Time,RPM,Boost\n0,900,−0.4\n1,950,–0.3\n'), 2)).toEqual([-0.4, -0.3]);
  });

  test.each([
    ['Seconds', ['0', '10', '20'], [0, 10, 20]],
    ['timestamp_us', ['0', '100000', '200000'], [0, 0.1, 0.2]],
    ['millis', ['0', '3', '6'], [0, 0.003, 0.006]],
    ['t', ['0.0', '0.1', '0.2'], [0, 0.1, 0.2]],
    ['ts', ['2026-06-06 01:09:59', '2026-06-06 01:10:01', '2026-06-06 01:10:04'], [0, 2, 5]],
    ['epoch time', ['1580372640', '1580372650', '1580372660'], [0, 10, 20]],
    ['timestamp', ['18445081462440220000', '18445081462440720000', '18445081462441220000'], [0, 0.5, 1]],
    ['timestamp', ['1785000000000000000', '1785000000500000000', '1785000001000000000'], [0, 0.5, 1]],
  ])('the name %s or the magnitude of its values determines the unit', (name, cells, wanted) => {
    expect(times(read(`${name},RPM\n${cells.map((cell) => `${cell},900`).join('\n')}\n`))).toEqual(wanted);
  });

  test.each([
    ['14-15-59', '14-16-00', '14-16-01.5'],
    ['14h15m59s', '14h16m00s', '14h16m01.5s'],
    ['2023-11-05_14-15-59', '2023-11-05_14-16-00', '2023-11-05_14-16-01.5'],
    ['20231105T141559', '20231105T141600', '20231105T141601.5'],
    ['20231105_141559', '20231105_141600', '20231105_141601.5'],
    ["'14:15:59", "'14:16:00", "'14:16:01.5"],
    ['141559', '141600', '141601.5'],
    ['20231105141559', '20231105141600', '20231105141601.5'],
    ['45235.594421296296', '45235.59443287037', '45235.59445023148'],
  ])('%s and %s are one second apart', (...cells) => {
    const [first, second, third] = times(read(`Time,RPM\n${cells.map((cell) => `${cell},900\n`).join('')}`));
    expect(first).toBe(0);
    expect(second).toBeCloseTo(1, 3);
    expect(third).toBeCloseTo(2.5, 3);
  });

  test('a time in seconds stays in seconds, whatever its step', () => {
    const of = (cells: number[]) => times(read(`Time,RPM\n${cells.map((cell) => `${cell},900\n`).join('')}`));
    expect(of([0.5, 59.5, 100.5, 101.5])).toEqual([0, 59, 100, 101]);
    expect(of([36_000.25, 36_000.35, 36_000.45]).map((time) => Math.round(time * 100))).toEqual([0, 10, 20]);
  });

  test('a lap time is the clock where there is no other', () => {
    expect(times(read('Lap Time,RPM,Boost\n3:22.0,1500,0.4\n3:22.1,1610,0.5\n3:22.3,1710,0.6\n'))).toEqual([
      0, 0.1, 0.3,
    ]);
  });

  test('the time of one reading per line may have its unit in its name too', () => {
    const log = read('timestamp_ms,signal,value\n0,engine_rpm,1500\n50,engine_rpm,1600\n100,engine_rpm,1700\n');
    expect(times(log)).toEqual([0, 0.05, 0.1]);
  });
});
