import type { ParsedLog } from '@tuneport/domain/tuning/logs/log-types';
import type { Quantity } from '@tuneport/domain/tuning/logs/quantities';
import { displayOf, type UnitChoice } from '../display-units.ts';
import type { View } from '../view.ts';

const wanted: Readonly<Record<'x' | 'y' | 'z', readonly Quantity[]>> = {
  x: ['rpm'],
  y: ['load', 'map', 'boost', 'maf', 'throttle', 'pedal'],
  z: ['lambda', 'knock', 'timing', 'boost', 'fuelTrim', 'iat'],
};

/** The chosen axes, or the usual ones of a tuning table: engine speed, load, mixture. */
export function axesOf(log: ParsedLog, chosen: View['axes']): { x: number; y: number; z: number } {
  const taken: number[] = [];
  const pick = (name: 'x' | 'y' | 'z'): number => {
    const own = chosen[name];
    const usual = wanted[name].map((quantity) =>
      log.channels.findIndex((one, nth) => one.quantity === quantity && !one.words && !taken.includes(nth)),
    );
    const any = log.channels.findIndex((one, nth) => isNumeric(one) && !taken.includes(nth));
    const nth = own !== null && log.channels[own] && !log.channels[own].words ? own : usual.find((at) => at >= 0);
    taken.push(nth ?? any);
    return nth ?? any;
  };
  return { x: pick('x'), y: pick('y'), z: pick('z') };
}

const isNumeric = ({ words, quantity }: ParsedLog['channels'][number]): boolean => !words && quantity !== 'time';

export const channelTitle = (log: ParsedLog, nth: number, units: UnitChoice): string => {
  const channel = log.channels[nth];
  if (!channel) return '';
  const { unit } = displayOf(channel, units);
  return unit === '' ? channel.label : `${channel.label} (${unit})`;
};

export const channelOptions = (log: ParsedLog, units: UnitChoice) =>
  log.channels.flatMap((channel, nth) =>
    isNumeric(channel) ? [{ value: String(nth), label: channelTitle(log, nth, units) }] : [],
  );
