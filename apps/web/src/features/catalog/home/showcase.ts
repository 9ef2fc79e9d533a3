import type { CallReply } from '@tuneport/contract/index';
import { gain, peak } from '@tuneport/domain/catalog/dyno';
import { curvesOf, type Units } from '../figures.ts';

export type Shown = CallReply<'GET /v1/catalog/showcase'>[number];

/** Drawing and text of the home page for a measured engine, derived from its curves. */
export function drawingOf(shown: Shown, units: Units) {
  const [stock, tuned] = [curvesOf(shown.stock, 'crank', units), curvesOf(shown.tuned, 'crank', units)];
  if (!stock || !tuned) return null;
  const [power, torque] = [gain(stock.power, tuned.power), gain(stock.torque, tuned.torque)];
  const mean = stock.torque.reduce((sum, { value }) => sum + value, 0) / Math.max(1, stock.torque.length);
  return {
    power: { stock: stock.power, tuned: tuned.power },
    torque: { stock: stock.torque, tuned: tuned.torque },
    gains: {
      power: power && Math.round(power.atPeak),
      torque: torque && Math.round(torque.atPeak),
      everywherePercent: torque && mean > 0 ? Math.round((torque.mean / mean) * 100) : null,
    },
    from: Math.round(peak(stock.power)?.value ?? 0),
    to: Math.round(peak(tuned.power)?.value ?? 0),
  };
}
