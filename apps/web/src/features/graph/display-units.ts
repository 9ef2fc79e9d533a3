import { msg } from '@tuneport/domain/text/text';
import type { LogChannel } from '@tuneport/domain/tuning/logs/log-types';
import { dimensionOf, type Linear, linear } from '@tuneport/domain/tuning/logs/units';
import { useState } from 'react';
import { readStored, writeStored } from '../../platform/storage.ts';

/** Dimensions with a selectable unit, and the units offered. */
export const unitOptions = [
  { dimension: 'pressure', label: msg('Pressure'), units: ['psi', 'bar', 'kPa'] },
  { dimension: 'temperature', label: msg('Temperature'), units: ['°C', '°F'] },
  { dimension: 'mixture', label: msg('Mixture'), units: ['λ', 'AFR'] },
  { dimension: 'speed', label: msg('Speed'), units: ['km/h', 'mph'] },
] as const;

/** Selected unit by dimension; a dimension without an entry uses the unit of the first log. */
export type UnitChoice = Readonly<Record<string, string>>;

export function asUnitChoice(stored: unknown): UnitChoice {
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = new Map<string, unknown>(Object.entries(stored));
  return Object.fromEntries(
    unitOptions.flatMap(({ dimension, units }) => {
      const unit = units.find((one) => one === entries.get(dimension));
      return unit ? [[dimension, unit]] : [];
    }),
  );
}

/** Conversion of channel values to displayed values. */
export type Display = Linear & { readonly unit: string };

const asWritten = (unit: string): Display => ({ unit, factor: 1, offset: 0 });

export function displayOf({ unit, words }: LogChannel, choice: UnitChoice): Display {
  const dimension = dimensionOf(unit);
  const chosen = dimension === undefined || words ? undefined : choice[dimension];
  const change = chosen === undefined ? null : linear(unit, chosen);
  return change && chosen ? { unit: chosen, ...change } : asWritten(unit);
}

/** A channel of a second log in the unit of its counterpart; null if the two measure different things. */
export function displayLike({ unit }: LogChannel, shown: Display): Display | null {
  if (unit === shown.unit || unit === '' || shown.unit === '') return asWritten(shown.unit || unit);
  const change = linear(unit, shown.unit);
  return change && { unit: shown.unit, ...change };
}

export const shownValue = (value: number, { factor, offset }: Linear): number => value * factor + offset;

/** A copy with converted values, for exports. */
export function convertedChannel(channel: LogChannel, display: Display): LogChannel {
  if (display.factor === 1 && display.offset === 0) return { ...channel, unit: display.unit };
  return { ...channel, unit: display.unit, values: channel.values.map((value) => shownValue(value, display)) };
}

const key = 'tuneport.log-units';

/**
 * The user's units, stored on this device. The log is rendered only in the browser, so storage can be read
 * synchronously.
 */
export function useUnitChoice(): [UnitChoice, (choice: UnitChoice) => void] {
  const [choice, setChoice] = useState(() => asUnitChoice(readStored(key)));
  return [
    choice,
    (next) => {
      setChoice(next);
      writeStored(key, next);
    },
  ];
}
