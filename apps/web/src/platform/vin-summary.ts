import type { CallReply } from '@tuneport/contract/index';
import { locale, t } from '@tuneport/domain/text/text';

type VinFacts = Omit<CallReply<'POST /v1/catalog/vin'>, 'vehicles'>;

const either = (list: readonly (string | number)[]): string =>
  new Intl.ListFormat(locale(), { type: 'disjunction' }).format(list.map(String));

/** Facts and problems of a VIN in one line. */
export function vinSummary({ makes, years, country, problem }: VinFacts): string {
  const year = years.length > 0 ? t('model year {years}', { years: either(years) }) : '';
  const found = [either(makes), year, country === null ? '' : t(country)].filter(Boolean);
  return [found.length > 0 ? `${found.join(', ')}.` : '', problem ?? ''].filter(Boolean).join(' ');
}
