import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import type { Identified } from '@tuneport/domain/tuning/flash-files/found';
import { vehicleHints } from '@tuneport/domain/tuning/flash-files/vehicle-hints';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/api/browser.ts';
import { Radio } from '../../../ui/form/Checkbox.tsx';
import css from './upload.module.css';

type Hit = CallReply<'GET /v1/catalog/search'>[number];
type SuggestedCar = { readonly path: string; readonly label: string };

const suggestionsMax = 6;

/** Vehicles that a file may be from: by its VIN, else by its part number and engine. */
async function suggest(identified: Identified): Promise<SuggestedCar[]> {
  const { searches, litres } = vehicleHints(identified);
  const [vin] = identified.vins;
  const byVin = vin ? (await call('POST /v1/catalog/vin', { body: { vin: vin.value } })).vehicles : [];
  const lists = await Promise.all(
    searches.map((q) => call('GET /v1/catalog/search', { query: { q, limit: 4 } }).catch((): Hit[] => [])),
  );
  const fits = (hit: Hit) => hit.engine !== null && (litres === null || hit.engine.name.includes(litres));
  const cars = new Map([...byVin, ...lists.flat()].filter(fits).map(({ path, label }) => [path, { path, label }]));
  return [...cars.values()].slice(0, suggestionsMax);
}

type Props = {
  identified: Identified;
  /** Distinguishes several files on a page. */
  name: string;
  chosen: string | null;
  onChoose: (car: SuggestedCar) => void;
};

/** Suggests the vehicle of a file before anything is sent. Shows nothing while there is nothing to suggest. */
export function CarSuggestions({ identified, name, chosen, onChoose }: Props) {
  const [cars, setCars] = useState<readonly SuggestedCar[]>([]);
  useEffect(() => {
    let gone = false;
    suggest(identified).then(
      (found) => {
        if (!gone) setCars(found);
      },
      // Without suggestions the vehicle is chosen later.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, [identified]);
  if (cars.length === 0) return null;
  const { summary } = vehicleHints(identified);
  return (
    <fieldset className={css.cars}>
      <legend>
        {summary === '' ? t('Which car is it from?') : t('Looks like a {summary}. Which car is it from?', { summary })}
      </legend>
      {cars.map((car) => (
        <Radio
          key={car.path}
          name={`car-${name}`}
          label={car.label}
          checked={chosen === car.path}
          onChange={() => onChoose(car)}
        />
      ))}
    </fieldset>
  );
}
