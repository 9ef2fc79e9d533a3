import { t } from '@tuneport/domain/text/text';
import { TextField } from '../../ui/form/TextField.tsx';
import css from './branding.module.css';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  placeholder?: string;
  disabled?: boolean;
  error?: readonly string[] | undefined;
};

/** A colour as text such as #ff6a2b, and the browser's picker for it. */
export function ColourField({ label, value, onChange, hint, placeholder = '#ff6a2b', disabled, error }: Props) {
  return (
    <TextField
      label={label}
      value={value}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      placeholder={placeholder}
      hint={hint}
      optional
      disabled={disabled}
      error={error}
      onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
      before={
        <input
          type="color"
          className={css.picker}
          aria-label={t('Pick: {label}', { label })}
          value={isColour(value) ? value : isColour(placeholder) ? placeholder : '#000000'}
          disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
      }
    />
  );
}

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/.test(text);
