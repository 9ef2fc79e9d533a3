import { currencyCodes } from '@tuneport/domain/money/money';
import { NativeSelect } from '../ui/form/NativeSelect.tsx';

type Props = {
  /** The row number, from one. */
  number: number;
  value: string;
  /** Currencies that already have a row. */
  used: readonly string[];
  disabled?: boolean;
  onChange: (currency: string) => void;
};

/** The currency of one price row; each currency may have one row. */
export const CurrencySelect = ({ number, value, used, disabled = false, onChange }: Props) => (
  <NativeSelect
    label={`Currency ${number}`}
    hideLabel
    disabled={disabled}
    value={value}
    options={currencyCodes.map((code) => ({
      value: code,
      label: code,
      disabled: code !== value && used.includes(code),
    }))}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** The next currency without a row, those of the store first. */
export const freeCurrency = (preferred: readonly string[], used: readonly string[]): string | undefined =>
  [...new Set([...preferred, ...currencyCodes])].find((code) => !used.includes(code));
