import { convertPower, convertTorque } from '@tuneport/domain/catalog/dyno';
import { t } from '@tuneport/domain/text/text';
import type { PullPower } from '@tuneport/domain/tuning/logs/pull-power';
import type { Units } from '../../../ui/text/units-store.ts';
import type { Series } from '../draw-xy.ts';
import type { NumberedPull } from './PullRows.tsx';

type RatedPull = { readonly of: NumberedPull; readonly run: PullPower; readonly colour: number | 'stock' };

const peakKw = (run: PullPower): number => (run.kind === 'none' ? -1 : run.run.peakPower.powerKw);

/** Pulls of the first log, then those of the others; within a log the most powerful first. */
export function rated(pulls: readonly NumberedPull[], runs: readonly PullPower[]): RatedPull[] {
  const list = pulls.map((of, nth) => ({ of, run: runs[nth] as PullPower }));
  list.sort((a, b) => a.of.logNth - b.of.logNth || peakKw(b.run) - peakKw(a.run));
  let next = 2;
  return list.map(({ of, run }, nth) => {
    const isBest = list[nth - 1]?.of.logNth !== of.logNth;
    // Power is accent and torque teal for the best pull, grey and dashed for what it is compared with.
    return { of, run, colour: isBest && of.logNth === 0 ? 0 : isBest && of.logNth === 1 ? 'stock' : next++ };
  });
}

/** The best pull of each log that has an estimate. */
export const bestOfEach = (list: readonly RatedPull[]): string[] =>
  list.flatMap(({ of, run }, nth) => (run.kind !== 'none' && list[nth - 1]?.of.logNth !== of.logNth ? [of.name] : []));

/** Power and torque on one sheet, in the reader's units. */
export function dynoSeries(list: readonly RatedPull[], shown: readonly string[], units: Units): Series[] {
  return list.flatMap(({ of: { name, logNth }, run, colour }) => {
    if (run.kind === 'none' || !shown.includes(name)) return [];
    const isMeasured = run.kind === 'measured';
    const points = run.run.points as readonly Point[];
    const power = points.map((point) => ({
      x: point.rpm,
      y: convertPower(point.powerKw, 'kW', units.power),
      ...(isMeasured ? {} : { error: convertPower(point.powerErrorKw ?? 0, 'kW', units.power) }),
    }));
    const torque = points.map((point) => ({
      x: point.rpm,
      y: convertTorque(point.torqueNm, 'Nm', units.torque),
      ...(isMeasured ? {} : { error: convertTorque(point.torqueErrorNm ?? 0, 'Nm', units.torque) }),
    }));
    const dash = logNth === 0 ? 0 : 1;
    return [
      { label: t('{name}, power', { name }), colour, dash, points: power, unit: units.power },
      {
        label: t('{name}, torque', { name }),
        colour: colour === 0 ? 1 : colour,
        dash: colour === 0 ? 0 : 2,
        points: torque,
        unit: units.torque,
      },
    ];
  });
}

type Point = {
  readonly rpm: number;
  readonly powerKw: number;
  readonly torqueNm: number;
  readonly powerErrorKw?: number;
  readonly torqueErrorNm?: number;
};
