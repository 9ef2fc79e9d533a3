import type { CreditKind } from '@tuneport/domain/credits/tune-credits';

export const kindNames: Readonly<Record<CreditKind, string>> = {
  ecu: 'ECU',
  tcu: 'TCU',
  awd: 'AWD',
  universal: 'Universal',
};

/** What one credit of each kind pays for. */
export const kindHints: Readonly<Record<CreditKind, string>> = {
  ecu: 'An engine tune',
  tcu: 'A transmission tune',
  awd: 'An all-wheel-drive tune',
  universal: 'Any tune',
};

const soonMs = 30 * 86_400_000;
export const isSoon = (at: string, now: number): boolean => new Date(at).getTime() - now < soonMs;
