import { slugOf } from '@tuneport/domain/site/slug';
import type { ParsedLog } from '@tuneport/domain/tuning/logs/log-types';
import { asUnitChoice, type UnitChoice } from './display-units.ts';
import { channelsMax, readView, type View, writeView } from './view.ts';

// A layout is what makes a view of one log useful for the next log of the same logger: channels by name, computed
// channels, axes and units.

export type Layout = {
  readonly view: Pick<View, 'channels' | 'formulas' | 'scales'>;
  readonly units: UnitChoice;
};

/** The list under which layouts of a logger are saved. */
export const layoutsOf = ({ format }: ParsedLog): string => `/graph/${slugOf(format) || 'log'}`;

export function writeLayout(log: ParsedLog, view: View, chosen: readonly number[], units: UnitChoice): string {
  const query = writeView(new URLSearchParams(), { formulas: view.formulas, scales: view.scales });
  for (const nth of chosen) {
    const name = log.channels[nth]?.name ?? view.formulas[nth - log.channels.length]?.name;
    if (name !== undefined) query.append('channel', name);
  }
  for (const [dimension, unit] of Object.entries(units)) query.append('unit', `${dimension}~${unit}`);
  return query.toString();
}

/** Channels that this log does not have are left out; null if none of them is left. */
export function readLayout(log: ParsedLog, text: string): Layout | null {
  const query = new URLSearchParams(text);
  const { formulas, scales } = readView(query);
  const names = [...log.channels.map(({ name }) => name), ...formulas.map(({ name }) => name)];
  const channels = query
    .getAll('channel')
    .map((name) => names.indexOf(name))
    .filter((nth) => nth >= 0)
    .slice(0, channelsMax);
  if (channels.length === 0) return null;
  const units = Object.fromEntries(query.getAll('unit').map((one) => one.split('~') as [string, string]));
  return { view: { channels, formulas, scales }, units: asUnitChoice(units) };
}
