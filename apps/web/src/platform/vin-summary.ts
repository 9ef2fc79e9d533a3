import type { CallReply } from '@tuneport/contract/index';

type VinFacts = Omit<CallReply<'POST /v1/catalog/vin'>, 'vehicles'>;

/** Facts and problems of a VIN in one line. */
export function vinSummary({ makes, years, country, problem }: VinFacts): string {
  const found = [makes.join(' or '), years.length > 0 ? `model year ${years.join(' or ')}` : '', country ?? ''].filter(
    Boolean,
  );
  return [found.length > 0 ? `${found.join(', ')}.` : '', problem ?? ''].filter(Boolean).join(' ');
}
