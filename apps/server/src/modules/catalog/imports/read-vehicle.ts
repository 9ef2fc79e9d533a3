import type { aspirations, fuels, hybrids } from '@tuneport/contract/catalog/vehicle-shapes';
import { cutText } from '@tuneport/domain/text/cut-text';
import { memoized } from '../../../platform/cache/memoized.ts';
import { displayName } from './display-names.ts';
import type { Column, ColumnMap } from './map-columns.ts';
import { type NamedEngine, nameEngine } from './name-engine.ts';
import { type NamedTransmission, nameTransmission } from './name-transmission.ts';
import { fuelOf, saysHybrid } from './read-fuel.ts';
import {
  cylindersOf,
  gearboxInText,
  litresInText,
  litresOf,
  powerFactors,
  powerIn,
  powerInText,
  torqueFactors,
  torqueIn,
} from './read-measures.ts';
import { yearsBetween, yearsInCell } from './read-years.ts';

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
  /** Make and model as spelled in the table. */
  readonly source: { readonly make: string; readonly model: string };
  readonly trims: readonly string[];
  readonly bodies: readonly string[];
  readonly years: readonly string[];
  readonly engine: NamedEngine;
  /** The petrol it needs, if the table states it. */
  readonly fuelGrade: 'premium' | 'regular' | null;
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
const memoizedEngines = memoized<NamedEngine | string>();
const memoizedTransmissions = memoized<{ named: NamedTransmission | null }>();

const nameLengthMax = 120;
const litresMax = 30;

/** Parses a record as a vehicle, or returns the reason why it is not one. */
export function readVehicle(
  cells: readonly string[],
  map: ColumnMap,
  thisYear = new Date().getUTCFullYear(),
): VehicleRecord | string {
  if (cells.length > map.width && cells.slice(map.width).some((cell) => cell.trim() !== ''))
    return `The row has ${cells.length} columns, but the header has ${map.width}.`;
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
    return `A name can have at most ${nameLengthMax} characters.`;
  if (/\p{Cc}|�/u.test(make + model + family)) return 'A name contains invalid characters.';
  const years = yearsOf(text('year'), text('yearFrom'), text('yearTo'), map, thisYear);
  if (typeof years === 'string') return years;
  const engineCells = engineColumns.map((column) => cells[map.at[column] ?? -1] ?? '');
  const engine = memoizedEngines([make, ...engineCells].join('\t'), () => {
    const facts = engineOf(text);
    return typeof facts === 'string' ? facts : nameEngine(facts, make);
  });
  if (typeof engine === 'string') return engine;
  const drive = cutText(text('drive'), nameLengthMax);
  const gearbox = text('transmission') || (map.at.transmission === undefined ? gearboxInText(engine.label) : '');
  const name = displayName(make, family || model, model);
  return {
    ...name,
    source: { make, model },
    years,
    engine,
    fuelGrade: gradeOf(text('fuel')),
    transmission: memoizedTransmissions(`${gearbox}\t${make}\t${drive}`, () => ({
      named: nameTransmission(gearbox, make, drive),
    })).named,
    drive,
    vehicleClass: cutText(text('vehicleClass'), nameLengthMax),
  };
}

const gradeOf = (fuel: string): VehicleRecord['fuelGrade'] =>
  /^premium\b/i.test(fuel) ? 'premium' : /^(?:regular|midgrade)\b/i.test(fuel) ? 'regular' : null;

/** Collapses whitespace of all kinds to one space. */
const tidy = (cell: string) =>
  plainText.test(cell)
    ? cell
    : cell
        .normalize('NFC')
        .replace(/[\s\u00a0\u200b\ufeff]+/g, ' ')
        .trim();
const plainText = /^(?:[!-~]+(?: [!-~]+)*)?$/;

function yearsOf(year: string, from: string, to: string, map: ColumnMap, thisYear: number): readonly string[] | string {
  if (map.at.year === undefined && map.at.yearFrom === undefined) return ['Series'];
  return year !== '' ? yearsInCell(year, thisYear) : yearsBetween(from, to, thisYear);
}

function engineOf(text: (column: Column) => string): EngineFacts | string {
  const label = cutText(text('engine'), nameLengthMax);
  const statedCylinders = cylindersOf(text('cylinders'));
  const counted = statedCylinders === 'bad' ? null : statedCylinders;
  const stated = litresOf(text('displacementL'), text('displacementCc'), counted);
  if (stated === 'bad') return `The displacement "${text('displacementL') || text('displacementCc')}" is not a number.`;
  if (stated !== null && stated >= litresMax) return `The displacement ${stated} is too large.`;
  const charged = [chargerOf(text('aspiration'), 'turbo'), chargerOf(text('supercharged'), 'supercharged')].join(' ');
  const all = `${text('fuel')} ${text('powertrain')} ${charged} ${label}`.toLowerCase();
  const columns = `${text('fuel')} ${text('powertrain')}`;
  // An electric motor has no cylinders or displacement, so such values are ignored instead of rejecting the row.
  const isMotor = stated === null && isElectric(fuelOf(columns, label, null));
  const displacement = isMotor ? null : (stated ?? litresInText(label));
  const fuel = fuelOf(columns, label, displacement);
  const noBurner = isElectric(fuel);
  if (statedCylinders === 'bad' && !noBurner)
    return `The number of cylinders "${text('cylinders')}" is not a whole number.`;
  const { hp, ps, kw } = powerFactors;
  return {
    label,
    code: cutText(text('engineCode'), nameLengthMax),
    displacementL: displacement === null ? null : Math.round(displacement * 100) / 100,
    cylinders: noBurner ? null : counted,
    fuel,
    aspiration: noBurner ? 'electric' : aspirationOf(all),
    hybrid: noBurner ? 'none' : hybridOf(all),
    powerHp:
      powerIn(text('powerHp'), hp) ??
      powerIn(text('powerPs'), ps) ??
      powerIn(text('powerKw'), kw) ??
      powerInText(label),
    torqueNm: torqueIn(text('torqueNm'), torqueFactors.nm) ?? torqueIn(text('torqueLbFt'), torqueFactors.lbft),
  };
}

const isElectric = (fuel: EngineFacts['fuel']) => fuel === 'electric' || fuel === 'hydrogen';

/** Tables write "turbo", a checkbox value or one letter; all are normalized to the word. */
function chargerOf(stated: string, word: string): string {
  if (/^(y|yes|true|1|x|ja|oui|si)$/i.test(stated)) return word;
  if (/^(t|tc)$/i.test(stated)) return 'turbo';
  if (/^(s|sc)$/i.test(stated)) return 'supercharged';
  if (/^(ts|st)$/i.test(stated)) return 'turbo supercharged';
  return /naturally|^(n|na|no|false|0|none)$/i.test(stated) ? '' : stated;
}

/** If no column has it, the engine name does: these families are always turbocharged. */
const turboNames =
  /turbo|ecoboost|t-?jet|\bt-?gdi\b|\d[.,]\dt\b|(?<![a-z])(tsi|tfsi|tdi|tdci|ecoblue|tce|thp|dci|hdi|bluehdi|crdi|cdti|cdi|bluetec|jtdm?|m-?jet|multijet|ddis|d-4d)\b/;

function aspirationOf(all: string): EngineFacts['aspiration'] {
  const turbo = turboNames.test(all);
  const supercharged = /supercharge|kompressor|\bs\/?c\b/.test(all);
  if (/twincharge/.test(all) || (turbo && supercharged)) return 'twincharged';
  return turbo ? 'turbo' : supercharged ? 'supercharged' : 'natural';
}

function hybridOf(all: string): EngineFacts['hybrid'] {
  if (/plug-?\s?in|phev|and electricity|or electricity/.test(all)) return 'plug-in';
  return saysHybrid(all) && !/mild[- ]?hybrid|mhev/.test(all) ? 'hybrid' : 'none';
}
