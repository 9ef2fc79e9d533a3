import { carYearProblem, isCarYear } from '@tuneport/domain/catalog/vehicles/vehicle-info';
import { fieldRefusal } from '../../../../platform/refusal.ts';
import type { RequestRow } from '../request-queries.ts';

export type Told = Readonly<Record<string, string | undefined>>;

/** What the customer says about the car, beside what was said before; as the request keeps it. */
export function notifyInformation(request: Pick<RequestRow, 'information'>, told: Told, now: Date): string {
  if (!isCarYear(told.year ?? '', now)) throw fieldRefusal({ 'information.year': [carYearProblem] });
  return JSON.stringify({ ...(request.information as object), ...told });
}
