import { identityKey } from '@tuneport/domain/site/slug';
import type { ColumnMap } from './map-columns.ts';
import { type NamedEngine, namePremiumVersion, nameWithTorque } from './name-engine.ts';
import { readVehicle, type VehicleRecord } from './read-vehicle.ts';
import { readVehicleTable } from './read-vehicle-table.ts';

/** The same facts of an engine in the same model and year: all but its power. */
const keyOf = ({ make, model, engine: e }: VehicleRecord, year: string): string =>
  [identityKey(make), identityKey(model), year, e.displacementL, e.cylinders, e.fuel, e.aspiration, e.hybrid].join('|');

/** Names of versions that have another output with the same engine, such as the F-Pace with 296 hp. */
const statesOutput = /\d ?hp\b|\b\d\dt\b|\bGTS\b|M Performance|Polestar|\bSi4\b/i;

// Versions of an electric car differ in nothing but their power, and an engine that the table names is that engine.
export const canShareFigure = ({ engine, source }: VehicleRecord): boolean =>
  engine.label === '' && engine.displacementL !== null && !statesOutput.test(source.model);

/**
 * A version for premium petrol beside one for regular petrol has another output: RSX Type S, Celica GT-S, Integra GS-R.
 * A table that gives both the same figure has that of the base version only. A supercharged engine has one version.
 */
const hasVersions = ({ engine }: VehicleRecord): boolean =>
  engine.label === '' && engine.displacementL !== null && engine.aspiration !== 'supercharged';

/** Torques that differ by more are those of two engines; less is rounding. */
const torqueSpread = 1.05;

/** Which engines of a make have one power and several torques, such as the EcoBoost of Explorer and F-150. */
class Torques {
  readonly #ranges = new Map<string, { low: number; high: number }>();

  add(make: string, { slug, label, torqueNm }: NamedEngine): void {
    if (torqueNm === null || label !== '') return;
    const key = `${identityKey(make)} ${slug}`;
    const { low, high } = this.#ranges.get(key) ?? { low: torqueNm, high: torqueNm };
    this.#ranges.set(key, { low: Math.min(low, torqueNm), high: Math.max(high, torqueNm) });
  }

  named(record: VehicleRecord): VehicleRecord {
    const { make, engine } = record;
    const range = this.#ranges.get(`${identityKey(make)} ${engine.slug}`);
    const isOneOfSeveral = engine.torqueNm !== null && range && range.high > range.low * torqueSpread;
    return isOneOfSeveral ? { ...record, engine: nameWithTorque(engine) } : record;
  }
}

/**
 * Where some rows of a model and year have a figure for an engine and others have none, people would see it twice. Rows without a figure
 * take the engine of the others if these agree on one. A figure that premium and regular versions share is only that of
 * the regular one.
 */
export async function readSharedFigures(
  path: string,
  map: ColumnMap,
): Promise<(record: VehicleRecord) => VehicleRecord> {
  const known = new Map<string, NamedEngine | 'several'>();
  const regular = new Map<string, Set<number>>();
  const torques = new Torques();
  let header = true;
  for await (const { cells } of readVehicleTable(path)) {
    const record = header ? '' : readVehicle(cells, map);
    header = false;
    if (typeof record === 'string' || record.engine.powerHp === null) continue;
    torques.add(record.make, record.engine);
    if (!canShareFigure(record)) continue;
    for (const year of record.years) {
      const key = keyOf(record, year);
      if (record.fuelGrade === 'regular') regular.set(key, (regular.get(key) ?? new Set()).add(record.engine.powerHp));
      const before = known.get(key);
      if (before === undefined) known.set(key, record.engine);
      else if (before !== 'several' && before.slug !== record.engine.slug) known.set(key, 'several');
    }
  }
  const isUnknownVersion = (record: VehicleRecord) =>
    record.fuelGrade === 'premium' &&
    hasVersions(record) &&
    record.years.some((year) => {
      const figures = regular.get(keyOf(record, year));
      return figures !== undefined && (record.engine.powerHp === null || figures.has(record.engine.powerHp));
    });
  return (record) => {
    if (canShareFigure(record) && isUnknownVersion(record))
      return { ...record, engine: namePremiumVersion(record.engine, record.make) };
    if (record.engine.powerHp !== null || !canShareFigure(record)) return torques.named(record);
    const engines = record.years.map((year) => known.get(keyOf(record, year)));
    const [engine] = engines;
    const agree = engines.every(
      (one) => typeof one === 'object' && typeof engine === 'object' && one.slug === engine.slug,
    );
    return agree && typeof engine === 'object' ? torques.named({ ...record, engine }) : record;
  };
}
