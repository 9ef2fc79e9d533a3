import type { Call, CallReply } from '@tuneport/contract/index';
import { looksLikeVin } from '@tuneport/domain/vin/vin-text';
import { vinSummary } from '../../platform/vin-summary.ts';

export type SearchOption = { readonly to: string; readonly title: string; readonly detail: string };
type SearchGroup = { readonly label: string; readonly options: readonly SearchOption[] };
export type SearchResult = {
  /** Without empty ones. */
  readonly groups: readonly SearchGroup[];
  /** What a VIN says. */
  readonly note: string | null;
  /** Whether Enter may open the first option: not with a VIN that is wrong. */
  readonly isSure: boolean;
};

type VehicleHit = CallReply<'GET /v1/search'>['vehicles'][number];

/** The name of the vehicle before its engine. */
const vehicleOption = ({ path, make, model, year, engine, transmission }: VehicleHit): SearchOption => ({
  to: path,
  title: [year?.name, make.name, model?.name].filter(Boolean).join(' '),
  detail: [engine?.name, transmission?.name].filter(Boolean).join(', '),
});

/** Searches the whole site. A VIN identifies a person: it goes in a body, and never into an address. */
export async function searchSite(call: Call, q: string, limit: number, signal?: AbortSignal): Promise<SearchResult> {
  const stop = signal ? { signal } : {};
  if (looksLikeVin(q)) {
    const { vehicles, ...facts } = await call('POST /v1/catalog/vin', { body: { vin: q }, ...stop });
    const options = vehicles.map((hit) => ({ ...vehicleOption(hit), detail: 'Choose the model next' }));
    return {
      groups: options.length > 0 ? [{ label: 'Vehicles', options }] : [],
      note: vinSummary(facts) || 'This VIN is from a maker we do not know. Search for the vehicle by name.',
      isSure: facts.status !== 'invalid',
    };
  }
  const { vehicles, tunes, products } = await call('GET /v1/search', { query: { q, limit }, ...stop });
  const groups = [
    { label: 'Vehicles', options: vehicles.map(vehicleOption) },
    { label: 'Tunes', options: tunes.map(({ path, name, label }) => ({ to: path, title: name, detail: label })) },
    {
      label: 'Products',
      options: products.map(({ path, name, summary }) => ({ to: path, title: name, detail: summary })),
    },
  ];
  return { groups: groups.filter(({ options }) => options.length > 0), note: null, isSure: true };
}
