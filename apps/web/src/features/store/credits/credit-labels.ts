import type { CreditKind } from '@tuneport/domain/credits/tune-credits';

export const kindNames: Readonly<Record<CreditKind, string>> = {
  ecu: 'ECU',
  tcu: 'TCU',
  awd: 'AWD',
  universal: 'Universal',
};

/** What one of them pays for. */
export const kindHints: Readonly<Record<CreditKind, string>> = {
  ecu: 'A tune of an engine',
  tcu: 'A tune of a transmission',
  awd: 'A tune of an all-wheel drive',
  universal: 'Any tune',
};

const soonMs = 30 * 86_400_000;
export const isSoon = (at: string, now: number): boolean => new Date(at).getTime() - now < soonMs;
