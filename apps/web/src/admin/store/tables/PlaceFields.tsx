import type { CallReply } from '@tuneport/contract/index';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';

export type Countries = CallReply<'GET /countries'>;
type Place = { country_code: string; state: string };

export const stateOptions = (countries: Countries, code: string) =>
  (countries.find((one) => one.code === code)?.states ?? []).map((state) => ({ value: state.code, label: state.name }));

/** A country, and a state if the country has states. */
export function PlaceFields({
  countries,
  place,
  onChange,
}: {
  countries: Countries;
  place: Place;
  onChange: (place: Place) => void;
}) {
  const states = stateOptions(countries, place.country_code);
  return (
    <>
      <NativeSelect
        label="To"
        value={place.country_code}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(event) => onChange({ country_code: event.currentTarget.value, state: '' })}
      />
      {states.length > 0 ? (
        <NativeSelect
          label="State or province"
          placeholder="Any"
          value={place.state}
          options={states}
          onChange={(event) => onChange({ ...place, state: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}
