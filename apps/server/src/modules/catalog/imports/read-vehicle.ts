import type { aspirations, fuels, hybrids } from '@tuneport/contract/catalog';
import { isVehicleYear } from '@tuneport/domain/vehicle-path';
import type { Column, ColumnMap } from './map-columns.ts';
import { type NamedEngine, nameEngine } from './name-engine.ts';
import { type NamedTransmission, nameTransmission } from './name-transmission.ts';
import { remembered } from './remembered.ts';

export type EngineFacts = {
  readonly label: string;
  readonly code: string;
  readonly displacementL: number | null;
  readonly cylinders: number | null;
  readonly fuel: (typeof fuels)[number];
  readonly aspiration: (typeof aspirations)[number];
  readonly hybrid: (typeof hybrids)[number];
  readonly powerHp: number | null;
  readonly torqueNm: number | null;
};

export type VehicleRecord = {
  readonly make: string;
  readonly model: string;
  readonly family: string;
  readonly years: readonly string[];
  readonly engine: NamedEngine;
  readonly transmission: NamedTransmission | null;
  readonly drive: string;
  readonly vehicleClass: string;
};

const engineColumns = [
  'engine',
  'engineCode',
  'displacementL',
  'displacementCc',
  'cylinders',
  'fuel',
  'powertrain',
  'aspiration',
  'supercharged',
  'powerHp',
  'powerPs',
  'powerKw',
  'torqueNm',
  'torqueLbFt',
] as const satisfies readonly Column[];
const rememberedEngines = remembered<NamedEngine | string>();
const rememberedTransmissions = remembered<{ named: NamedTransmission | null }>();

const nameLengthMax = 120;
const yearsPerRowMax = 60;
const [oldestYear, newestYear] = [1885, 2100];

/** A record as a vehicle, or the reason why it is none. */
export function readVehicle(cells: readonly string[], map: ColumnMap): VehicleRecord | string {
  if (cells.length > map.width && cells.slice(map.width).some((cell) => cell.trim() !== ''))
    return `It has ${cells.length} columns, the header ${map.width}.`;
  const text = (column: Column) => {
    const index = map.at[column];
    return index === undefined ? '' : tidy(cells[index] ?? '');
  };
  const make = text('make');
  if (make === '') return 'The make is empty.';
  const family = text('family');
  const model = text('model') || family;
  if (model === '') return 'The model is empty.';
  if (make.length > nameLengthMax || model.length > nameLengthMax || family.length > nameLengthMax)
    return `A name has more than ${nameLengthMax} characters.`;
  if (/\p{Cc}|�/u.test(make + model + family)) return 'A name holds characters that cannot be read.';
  const years = yearsOf(text('year'), text('yearFrom'), text('yearTo'), map);
  if (typeof years === 'string') return years;
  const engine = rememberedEngines(engineColumns.map((column) => cells[map.at[column] ?? -1] ?? '').join('\t'), () => {
    const facts = engineOf(text);
    return typeof facts === 'string' ? facts : nameEngine(facts);
  });
  if (typeof engine === 'string') return engine;
  const drive = text('drive').slice(0, nameLengthMax);
  return {
    make,
    model,
    family: family || model,
    years,
    engine,
    transmission: rememberedTransmissions(`${text('transmission')}\t${make}\t${drive}`, () => ({
      named: nameTransmission(text('transmission'), make, drive),
    })).named,
    drive,
    vehicleClass: text('vehicleClass').slice(0, nameLengthMax),
  };
}

/** Odd spaces of all kinds become one plain space. */
const tidy = (cell: string) =>
  plainText.test(cell)
    ? cell
    : cell
        .normalize('NFC')
        .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
        .trim();
const plainText = /^(?:[!-~]+(?: [!-~]+)*)?$/;

function yearsOf(year: string, from: string, to: string, map: ColumnMap): readonly string[] | string {
  if (map.at.year === undefined && map.at.yearFrom === undefined) return ['Series'];
  if (/^series$/i.test(year)) return ['Series'];
  if (year !== '') {
    const range = /^(\d{4})\s*(?:-|–|—|\/|to|bis|\.\.+)\s*(\d{4}|\d{2})$/i.exec(year);
    if (range) return spread(Number(range[1]), lastOf(range[1] ?? '', range[2] ?? ''), year);
    // An open end, "2015–" or "2015 to present": what is still built counts from its first year.
    const plain = year
      .replace(/^my\s*/i, '')
      .replace(/^(\d{4})\s*(?:-|–|—|to)\s*(?:present|now|heute|today)?$/i, '$1')
      .replace(/^(\d{4})[.,]0+$/, '$1')
      .replace(/^(\d{4}),(\d)$/, '$1.$2')
      .replace(/^(\d{4})-\d{2}-\d{2}(?:[T ].*)?$/, '$1');
    if (!isVehicleYear(plain) || !plausible(Number(plain))) return `The year "${year.slice(0, 40)}" is no year.`;
    return [plain];
  }
  if (from === '') return 'The year is empty.';
  const first = Number(yearIn(from));
  // Still built: the table does not know the end.
  const last = to === '' || /present|now|heute|today|^-+$/i.test(to) ? first : Number(yearIn(to));
  if (!Number.isInteger(first) || !Number.isInteger(last) || !plausible(first) || !plausible(last))
    return `The years "${from.slice(0, 20)}" to "${to.slice(0, 20)}" are no years.`;
  return spread(first, last, `${from}–${to}`);
}

/** The year of a date, "2014-03" or "03/2014"; anything else as it is. */
const yearIn = (text: string) =>
  /^(\d{4})[-./]\d{1,2}(?:[-./]\d{1,2})?$/.exec(text)?.[1] ??
  /^\d{1,2}[-./](?:\d{1,2}[-./])?(\d{4})$/.exec(text)?.[1] ??
  text;

/** "2004–08" ends in 2008. */
const lastOf = (first: string, last: string) => Number(last.length === 2 ? `${first.slice(0, 2)}${last}` : last);

const plausible = (year: number) => year >= oldestYear && year <= newestYear;

function spread(first: number, last: number, said: string): readonly string[] | string {
  if (last < first || last - first >= yearsPerRowMax) return `The years "${said.slice(0, 40)}" are no span of years.`;
  if (!plausible(first) || !plausible(last)) return `The years "${said.slice(0, 40)}" are no years.`;
  return Array.from({ length: last - first + 1 }, (_, n) => String(first + n));
}

function engineOf(text: (column: Column) => string): EngineFacts | string {
  const litres = numberOf(text('displacementL'));
  const cc = numberOf(text('displacementCc'));
  if (litres === 'bad' || cc === 'bad')
    return `The displacement "${text('displacementL') || text('displacementCc')}" is no number.`;
  // A column called displacement may hold cubic centimetres all the same, and one of those litres.
  const displacement =
    litres !== null && litres > 0
      ? litres > 40
        ? litres / 1000
        : litres
      : cc !== null && cc > 0
        ? cc < 40
          ? cc
          : cc / 1000
        : null;
  if (displacement !== null && displacement >= 100) return `The displacement ${displacement} is too large.`;
  const label = text('engine').slice(0, nameLengthMax);
  const charged = [chargerOf(text('aspiration'), 'turbo'), chargerOf(text('supercharged'), 'supercharged')].join(' ');
  const all = `${text('fuel')} ${text('powertrain')} ${charged} ${label}`.toLowerCase();
  const fuel = fuelOf(`${text('fuel')} ${text('powertrain')}`.toLowerCase(), displacement, all);
  const isElectric = fuel === 'electric' || fuel === 'hydrogen';
  // A motor has no cylinders, so whatever a table writes there is not worth the line.
  const cylinders = isElectric ? null : numberOf(text('cylinders'));
  if (cylinders === 'bad' || (cylinders !== null && (!Number.isInteger(cylinders) || cylinders > 64)))
    return `The number of cylinders "${text('cylinders')}" is no whole number.`;
  const powerHp = firstNumber([text('powerHp'), 1], [text('powerPs'), 0.98632], [text('powerKw'), 1.34102]);
  return {
    label,
    code: text('engineCode').slice(0, nameLengthMax),
    displacementL: displacement === null ? null : Math.round(displacement * 100) / 100,
    cylinders: cylinders === 0 ? null : cylinders,
    fuel,
    aspiration: isElectric ? 'electric' : aspirationOf(all),
    hybrid: isElectric ? 'none' : hybridOf(all),
    powerHp,
    torqueNm: firstNumber([text('torqueNm'), 1], [text('torqueLbFt'), 1.35582]),
  };
}

function numberOf(text: string): number | 'bad' | null {
  if (text === '' || /^(na|n\/a|none|null|-|\?)$/i.test(text)) return null;
  const match =
    /^(\d{1,3}(?:[.,]\d{3})|\d{1,6}(?:[.,]\d{1,4})?)\s*(?:l|litres?|liters?|cc|cm3|cm³|ccm|cyl|cylinders)?\.?$/i.exec(
      text,
    );
  if (!match) return 'bad';
  // "1,968 cc" counts thousands, "1,968" of something below ten litres as well: no engine is told to the millilitre.
  const said = match[1] ?? '';
  return Number(/^\d{1,3},\d{3}$/.test(said) ? said.replace(',', '') : said.replace(',', '.'));
}

function firstNumber(...given: readonly (readonly [string, number])[]): number | null {
  for (const [text, factor] of given) {
    const value = Number.parseFloat(text.replace(',', '.'));
    if (Number.isFinite(value) && value > 0 && value < 5000) return Math.round(value * factor * 10) / 10;
  }
  return null;
}

function fuelOf(said: string, displacement: number | null, all: string): EngineFacts['fuel'] {
  if (/hydrogen|fuel cell|fcv/.test(said)) return 'hydrogen';
  const burns = /petrol|gasoline|premium|regular|midgrade|diesel|e85|benzin|gas\b/.test(said);
  if (!burns && displacement === null && /electric|\bev\b|bev|elektro/.test(said)) return 'electric';
  if (/diesel|tdi|\bcdi\b/.test(said)) return 'diesel';
  if (/e85|flex|ethanol|ffv/.test(said)) return 'flex';
  if (/cng|natural gas|erdgas/.test(said)) return 'cng';
  if (/lpg|propane/.test(said)) return 'lpg';
  if (burns || /\belectric/.test(said)) return 'petrol';
  if (/\btdi\b|diesel|\bhdi\b|\bdci\b/.test(all)) return 'diesel';
  // A hybrid whose fuel nobody names burns petrol.
  if (/hybrid|\bp?hev\b/.test(said)) return 'petrol';
  return said.trim() === '' ? 'petrol' : 'other';
}

/** Tables say "turbo", tick a box or write one letter; all of it becomes the word. */
function chargerOf(said: string, word: string): string {
  if (/^(y|yes|true|1|x|ja|oui|si)$/i.test(said)) return word;
  if (/^(t|tc)$/i.test(said)) return 'turbo';
  if (/^(s|sc)$/i.test(said)) return 'supercharged';
  if (/^(ts|st)$/i.test(said)) return 'turbo supercharged';
  return /naturally|^(n|na|no|false|0|none)$/i.test(said) ? '' : said;
}

/** Where no column says it, the name of the engine does: these families are turbocharged throughout. */
const turboNames =
  /turbo|ecoboost|t-?jet|\bt-?gdi\b|\b(tsi|tfsi|tdi|tdci|tce|thp|dci|hdi|bluehdi|crdi|cdti|cdi|bluetec|jtdm?|m-?jet|multijet|ddis|d-4d)\b/;

function aspirationOf(all: string): EngineFacts['aspiration'] {
  const turbo = turboNames.test(all);
  const supercharged = /supercharge|kompressor|\bs\/?c\b/.test(all);
  if (/twincharge/.test(all) || (turbo && supercharged)) return 'twincharged';
  return turbo ? 'turbo' : supercharged ? 'supercharged' : 'natural';
}

function hybridOf(all: string): EngineFacts['hybrid'] {
  if (/plug-?\s?in|phev|and electricity|or electricity/.test(all)) return 'plug-in';
  return /hybrid|\bhev\b/.test(all) && !/mild hybrid|mhev/.test(all) ? 'hybrid' : 'none';
}
