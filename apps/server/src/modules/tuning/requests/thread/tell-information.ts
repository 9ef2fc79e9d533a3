import { carYearProblem, isCarYear } from '@tuneport/domain/catalog/vehicles/vehicle-info';
import { fieldRefusal } from '../../../../platform/refusal.ts';
import type { RequestRow } from '../request-queries.ts';

export type Told = Readonly<Record<string, string | undefined>>;

/** Merges new details about the vehicle with the stored ones, as JSON for the request. */
export function notifyInformation(request: Pick<RequestRow, 'information'>, told: Told, now: Date): string {
  if (!isCarYear(told.year ?? '', now)) throw fieldRefusal({ 'information.year': [carYearProblem] });
  return JSON.stringify({ ...(request.information as object), ...told });
}
