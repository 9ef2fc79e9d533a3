import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { vinSummary } from '../../platform/vin-summary.ts';
import { type SearchResult, vehicleOption } from './search-site.ts';

/** A VIN identifies a person: it is sent in a body and never in a URL. */
export async function searchVin(call: Call, vin: string, signal?: AbortSignal): Promise<SearchResult> {
  const { vehicles, ...facts } = await call('POST /v1/catalog/vin', { body: { vin }, ...(signal ? { signal } : {}) });
  const options = vehicles.map((hit) => ({ ...vehicleOption(hit), detail: t('Next, choose the model') }));
  return {
    groups: options.length > 0 ? [{ label: t('Vehicles'), options }] : [],
    note: vinSummary(facts) || t('We do not know the manufacturer of this VIN. Search for the vehicle by name.'),
    isSure: facts.status !== 'invalid',
  };
}
