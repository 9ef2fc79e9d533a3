import type { CreditKind } from '@tuneport/domain/credits/tune-credits';
import { msg, plural } from '@tuneport/domain/text/text';
import { dayMs } from '@tuneport/domain/units/durations';

export const kindNames: Readonly<Record<CreditKind, string>> = {
  ecu: 'ECU',
  tcu: 'TCU',
  awd: 'AWD',
  universal: msg('Universal'),
};

/** What one credit of each kind pays for. */
export const kindHints: Readonly<Record<CreditKind, string>> = {
  ecu: msg('An engine tune'),
  tcu: msg('A transmission tune'),
  awd: msg('An all-wheel-drive tune'),
  universal: msg('Any tune'),
};

const soonMs = 30 * dayMs;
export const isSoon = (at: string, now: number): boolean => new Date(at).getTime() - now < soonMs;

/** "1 ECU credit", "2 universal credits". */
export const creditsText = (kind: CreditKind, units: number): string =>
  kind === 'universal'
    ? plural(units, { one: '{count} universal credit', other: '{count} universal credits' })
    : plural(units, { one: '{count} {kind} credit', other: '{count} {kind} credits' }, { kind: kindNames[kind] });
