import { carYearProblem, isCarYear } from '@tuneport/domain/catalog/vehicles/vehicle-info';
import { fieldRefusal } from '../../../../platform/refusal.ts';
import type { RequestRow } from '../request-queries.ts';

export type Information = Readonly<Record<string, string | undefined>>;

/** Merges new details about the vehicle with the stored ones, as JSON for the request. */
export function mergeInformation(
  request: Pick<RequestRow, 'information'>,
  information: Information,
  now: Date,
): string {
  if (!isCarYear(information.year ?? '', now)) throw fieldRefusal({ 'information.year': [carYearProblem] });
  return JSON.stringify({ ...(request.information as object), ...information });
}
