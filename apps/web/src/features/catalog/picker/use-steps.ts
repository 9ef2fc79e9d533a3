import { vehiclePath } from '@tuneport/domain/catalog/vehicles/vehicle-path';
import {
  type CatalogSelection,
  type Entry,
  type ListName,
  listArrived,
  listFailed,
  listRequested,
  nothingPicked,
  reset,
  vehicleOf,
} from '@tuneport/domain/catalog/vehicles/vehicle-selection';
import { type SubmitEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import type { Engine, Make } from '../catalog-types.ts';

export type StepState = CatalogSelection<never>;

/** The list that follows the current choice. */
async function nextList(s: StepState, engines: readonly Engine[]): Promise<readonly Entry[]> {
  const { make, year, model, engine } = vehicleOf(s);
  if (make === undefined) return [];
  if (year === undefined) return call('GET /v1/catalog/makes/:make/years', { params: { make } });
  if (model === undefined) return call('GET /v1/catalog/makes/:make/years/:year/models', { params: { make, year } });
  if (engine === undefined)
    return call('GET /v1/catalog/makes/:make/years/:year/models/:model/engines', { params: { make, year, model } });
  const id = engines.find((each) => each.slug === engine)?.id;
  if (id === undefined) return [];
  const query = { make, year, model };
  return call('GET /v1/catalog/engines/:engineId/transmissions', { params: { engineId: id }, query });
}

/**
 * Vehicle picker with dependent lists: each choice loads the next list, and an early submit opens the page of that
 * step.
 */
export function useSteps(makes: readonly Make[]) {
  const navigate = useNavigate();
  const [s, setS] = useState<StepState>(() => ({ ...nothingPicked, makes }));
  const [failed, setFailed] = useState<ListName | null>(null);

  const ask = (state: StepState, list: ListName) => {
    const of = vehicleOf(state);
    setFailed(null);
    setS(listRequested(state, list));
    nextList(state, (state.engines ?? []) as readonly Engine[]).then(
      (entries) => setS((now) => listArrived(now, list, of, entries)),
      () => {
        setS((now) => listFailed(now, list, of));
        setFailed(list);
      },
    );
  };

  const startOver = () => {
    setFailed(null);
    setS(reset);
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (s.make !== null) void navigate(vehiclePath('/catalog', vehicleOf(s)));
  };
  return { s, setS, ask, failed, startOver, onSubmit };
}
