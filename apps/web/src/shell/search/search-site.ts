import type { Call, CallReply } from '@tuneport/contract/index';
import { vehicleTitle } from '@tuneport/domain/catalog/vehicles/vehicle-name';
import { looksLikeVin } from '@tuneport/domain/catalog/vin/vin-text';
import { t } from '@tuneport/domain/text/text';
import { loadChunk } from '../../platform/chunk.ts';

export type SearchOption = { readonly to: string; readonly title: string; readonly detail: string };
type SearchGroup = { readonly label: string; readonly options: readonly SearchOption[] };
export type SearchResult = {
  /** Without empty groups. */
  readonly groups: readonly SearchGroup[];
  /** Facts of a VIN. */
  readonly note: string | null;
  /** Whether Enter may open the first option: not with an invalid VIN. */
  readonly isSure: boolean;
};

type VehicleHit = CallReply<'GET /v1/search'>['vehicles'][number];

/** The vehicle name, then its engine. */
export const vehicleOption = ({ path, make, model, year, engine, transmission }: VehicleHit): SearchOption => ({
  to: path,
  title: vehicleTitle({ year: year?.name, make: make.name, model: model?.name }),
  detail: [engine?.name, transmission?.name].filter(Boolean).join(', '),
});

/** Searches the whole site. Few people type a VIN, so the decoder is loaded on demand. */
export async function searchSite(call: Call, q: string, limit: number, signal?: AbortSignal): Promise<SearchResult> {
  if (looksLikeVin(q)) return (await loadChunk(() => import('./search-vin.ts'))).searchVin(call, q, signal);
  const { vehicles, tunes, products } = await call('GET /v1/search', {
    query: { q, limit },
    ...(signal ? { signal } : {}),
  });
  const groups = [
    { label: t('Vehicles'), options: vehicles.map(vehicleOption) },
    { label: t('Tunes'), options: tunes.map(({ path, name, label }) => ({ to: path, title: name, detail: label })) },
    {
      label: t('Products'),
      options: products.map(({ path, name, summary }) => ({ to: path, title: name, detail: summary })),
    },
  ];
  return { groups: groups.filter(({ options }) => options.length > 0), note: null, isSure: true };
}
