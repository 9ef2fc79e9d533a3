import { useSearchParams } from 'react-router';
import { NativeSelect, type Option } from '../../../ui/form/NativeSelect.tsx';

type Props = {
  label: string;
  /** The parameter of the address that holds the value. */
  name: string;
  value: string;
  options: readonly Option[];
};

/** A select whose value is a parameter of the address, so that the link of a report shows the same figures. */
export function ParameterSelect({ label, name, value, options }: Props) {
  const [, setSearch] = useSearchParams();
  return (
    <NativeSelect
      label={label}
      hideLabel
      value={value}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        setSearch(
          (search) => {
            search.set(name, chosen);
            return search;
          },
          { preventScrollReset: true },
        );
      }}
      options={options}
    />
  );
}
