import type { Call } from '@tuneport/contract/index';
import { vinSummary } from '../../platform/vin-summary.ts';
import { type SearchResult, vehicleOption } from './search-site.ts';

/** A VIN identifies a person: it is sent in a body and never in a URL. */
export async function searchVin(call: Call, vin: string, signal?: AbortSignal): Promise<SearchResult> {
  const { vehicles, ...facts } = await call('POST /v1/catalog/vin', { body: { vin }, ...(signal ? { signal } : {}) });
  const options = vehicles.map((hit) => ({ ...vehicleOption(hit), detail: 'Next, choose the model' }));
  return {
    groups: options.length > 0 ? [{ label: 'Vehicles', options }] : [],
    note: vinSummary(facts) || 'We do not know the manufacturer of this VIN. Search for the vehicle by name.',
    isSure: facts.status !== 'invalid',
  };
}
