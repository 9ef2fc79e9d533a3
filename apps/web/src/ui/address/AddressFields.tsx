import type { CallReply } from '@tuneport/contract/index';
import { isEuCountry } from '@tuneport/domain/places/eu-countries';
import { t } from '@tuneport/domain/text/text';
import { NativeSelect } from '../form/NativeSelect.tsx';
import { TextField } from '../form/TextField.tsx';
import css from './address.module.css';
import type { AddressDraft } from './address-draft.ts';

export type Countries = CallReply<'GET /countries'>;

type Props = {
  /** Which address the browser's autofill uses. */
  section: 'billing' | 'shipping';
  value: AddressDraft;
  onChange: (change: Partial<AddressDraft>) => void;
  countries: Countries;
  errors: Readonly<Record<string, readonly string[]>>;
  readOnly?: boolean;
  withEmail?: boolean;
  /** A business in the EU can enter its VAT id. */
  withVatId?: boolean;
  emailHint?: string;
  /** What the number is used for; empty if no explanation is needed. */
  phoneHint?: string;
};

export function AddressFields(props: Props) {
  const {
    section,
    value,
    onChange,
    countries,
    errors,
    readOnly,
    withEmail,
    withVatId,
    emailHint,
    phoneHint = t('Used only by the carrier.'),
  } = props;
  const states = countries.find(({ code }) => code === value.country_code)?.states ?? [];
  const field = (name: keyof AddressDraft, label: string, complete: string, more: object = {}) => (
    <TextField
      label={label}
      name={`${section}.${name}`}
      autoComplete={`${section} ${complete}`}
      value={value[name]}
      readOnly={readOnly}
      error={errors[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <div className={css.fields}>
      {withEmail
        ? field('email', t('E-mail'), 'email', {
            type: 'email',
            inputMode: 'email',
            maxLength: 254,
            autoComplete: 'email',
            className: css.wide,
            hint: emailHint,
          })
        : null}
      {field('full_name', t('Name'), 'name', { maxLength: 120, className: css.wide })}
      {field('line1', t('Address'), 'address-line1', { maxLength: 200, className: css.wide })}
      {field('line2', t('Apartment, suite'), 'address-line2', { maxLength: 200, optional: true, className: css.wide })}
      <NativeSelect
        label={t('Country')}
        name={`${section}.country_code`}
        autoComplete={`${section} country`}
        placeholder={t('Choose a country')}
        className={css.wide}
        value={value.country_code}
        disabled={readOnly}
        error={errors.country_code}
        options={countries.map(({ code, name }) => ({ value: code, label: name }))}
        onChange={(event) => onChange({ country_code: event.currentTarget.value, state: '' })}
      />
      {field('city', t('City'), 'address-level2', { maxLength: 120 })}
      {states.length > 0 ? (
        <NativeSelect
          label={t('State or province')}
          name={`${section}.state`}
          autoComplete={`${section} address-level1`}
          placeholder={t('Choose one')}
          value={value.state}
          disabled={readOnly}
          error={errors.state}
          options={states.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(event) => onChange({ state: event.currentTarget.value })}
        />
      ) : (
        field('state', t('State or region'), 'address-level1', { maxLength: 120, optional: true })
      )}
      {field('postal_code', t('Postal code'), 'postal-code', { maxLength: 20 })}
      {field('phone', t('Phone'), 'tel', { type: 'tel', maxLength: 40, optional: true, hint: phoneHint })}
      {withVatId && (value.vat_id !== '' || isEuCountry(value.country_code))
        ? field('vat_id', t('VAT id'), 'off', {
            autoComplete: 'off',
            maxLength: 40,
            optional: true,
            hint: t('For businesses. Printed on the invoice.'),
          })
        : null}
    </div>
  );
}
