import { vehiclePath } from '@tuneport/domain/vehicle-path';
import {
  type CatalogSelection,
  chooseEngine,
  chooseMake,
  chooseModel,
  chooseTransmission,
  chooseYear,
  type Entry,
  type ListName,
  listArrived,
  listAsked,
  listFailed,
  nothingPicked,
  vehicleOf,
} from '@tuneport/domain/vehicle-selection';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../platform/browser.ts';
import { Button } from '../../ui/Button.tsx';
import { NativeSelect } from '../../ui/field/NativeSelect.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { Engine, Make } from './catalog-types.ts';
import css from './picker.module.css';

type State = CatalogSelection<never>;

/** The list that follows what was picked, for the vehicle as it is picked now. */
async function nextList(s: State, engines: readonly Engine[]): Promise<readonly Entry[]> {
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

/** Five lists, each filled by the one before. Whoever stops early gets the page of that step. */
export function StepPicker({ makes }: { makes: readonly Make[] }) {
  const navigate = useNavigate();
  const [s, setS] = useState<State>(() => ({ ...nothingPicked, makes }));
  const [failed, setFailed] = useState<ListName | null>(null);

  const ask = (state: State, list: ListName) => {
    const of = vehicleOf(state);
    setFailed(null);
    setS(listAsked(state, list));
    nextList(state, (state.engines ?? []) as readonly Engine[]).then(
      (entries) => setS((now) => listArrived(now, list, of, entries)),
      () => {
        setS((now) => listFailed(now, list, of));
        setFailed(list);
      },
    );
  };

  const years = s.years?.map((year) => ({ slug: year, name: year })) ?? null;
  const transmissions = s.transmissions === 'none' ? [] : s.transmissions;
  return (
    <form
      className={css.steps}
      aria-label="Choose your vehicle step by step"
      onSubmit={(event) => {
        event.preventDefault();
        if (s.make !== null) void navigate(vehiclePath('/catalog', vehicleOf(s)));
      }}
    >
      <Step label="Make" list={s.makes} value={s.make} onChoose={(slug) => ask(chooseMake(s, slug), 'years')} />
      <Step
        label="Year"
        list={years}
        value={s.year}
        loading={s.loading.years}
        onChoose={(slug) => ask(chooseYear(s, slug), 'models')}
      />
      <Step
        label="Model"
        list={s.models}
        value={s.model}
        loading={s.loading.models}
        onChoose={(slug) => ask(chooseModel(s, slug), 'engines')}
      />
      <Step
        label="Engine"
        list={s.engines}
        value={s.engine}
        loading={s.loading.engines}
        onChoose={(slug) => ask(chooseEngine(s, slug), 'transmissions')}
      />
      <Step
        label="Transmission"
        list={transmissions}
        value={s.transmission}
        loading={s.loading.transmissions}
        empty={s.transmissions === 'none'}
        onChoose={(slug) => setS(chooseTransmission(s, slug))}
      />
      <Button type="submit" variant="primary" wide disabled={s.make === null}>
        {s.engine === null ? 'Show what fits' : 'Show its tunes'}
        <Icon name="arrowRight" />
      </Button>
      <p className={css.stepsNote} role="status">
        {failed === null ? '' : `The ${failed} could not be read. `}
        {failed === null ? null : (
          <Button variant="link" onClick={() => ask(s, failed)}>
            Try again
          </Button>
        )}
      </p>
    </form>
  );
}

type StepProps = {
  label: string;
  list: readonly Entry[] | null;
  value: string | null;
  loading?: boolean;
  empty?: boolean;
  onChoose: (slug: string) => void;
};

function Step({ label, list, value, loading = false, empty = false, onChoose }: StepProps) {
  const options = list?.map((entry) => ({ value: entry.slug, label: entry.name }));
  const placeholder = loading ? 'Loading' : empty ? 'Any' : `Choose`;
  return (
    <NativeSelect
      label={label}
      className={css.step}
      value={value ?? ''}
      options={options ?? []}
      placeholder={placeholder}
      disabled={list === null || list.length === 0}
      aria-busy={loading || undefined}
      onChange={(event) => {
        if (event.currentTarget.value !== '') onChoose(event.currentTarget.value);
      }}
    />
  );
}
