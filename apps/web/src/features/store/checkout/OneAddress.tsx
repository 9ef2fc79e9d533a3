import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { AddressFields, type Countries } from '../../../ui/address/AddressFields.tsx';
import { addressLines } from '../../../ui/address/AddressText.tsx';
import { type AddressDraft, draftOf, emptyAddress } from '../../../ui/address/address-draft.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import css from './checkout.module.css';

export type SavedAddress = CallReply<'GET /addresses'>[number];

type Props = {
  section: 'billing' | 'shipping';
  legend: string;
  /** The heading above says the same. */
  isLegendHidden?: true;
  value: AddressDraft;
  savedId: number | null;
  saved: readonly SavedAddress[];
  countries: Countries;
  errors: Readonly<Record<string, readonly string[]>>;
  onChange: (value: AddressDraft, savedId: number | null) => void;
  email?: string | undefined;
  emailHint?: string;
  phoneHint?: string;
};

export const withEmail = (address: AddressDraft, email: string | undefined): AddressDraft => ({
  ...address,
  email: address.email || (email ?? ''),
});

/** A saved or typed address. An address set by staff is read-only. */
export function OneAddress(props: Props) {
  const { section, legend, value, savedId, saved, countries, errors, onChange, email, emailHint, phoneHint } = props;
  const chosen = saved.find(({ id }) => id === savedId) ?? null;
  const [editing, setEditing] = useState(false);
  // A complete saved address needs no form. Once opened it stays open, because typing makes it another address.
  const isCollapsed = chosen !== null && !editing && Object.keys(errors).length === 0;
  return (
    <fieldset className={css.addressBlock}>
      <legend className={props.isLegendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      {saved.length > 0 ? (
        <NativeSelect
          label={t('Saved address')}
          value={chosen ? String(chosen.id) : ''}
          placeholder={t('Another address')}
          options={saved.map(({ id, full_name, line1, city }) => ({
            value: String(id),
            label: `${full_name}, ${line1}, ${city}`,
          }))}
          onChange={(event) => {
            const next = saved.find(({ id }) => String(id) === event.currentTarget.value);
            onChange(
              next ? withEmail(draftOf(next), email) : { ...emptyAddress, email: value.email },
              next?.id ?? null,
            );
          }}
        />
      ) : null}
      {chosen?.readonly ? (
        <Notice tone="info">
          {t('This address is set by us and cannot be changed here. Choose another address to enter a new one.')}
        </Notice>
      ) : null}
      {isCollapsed ? (
        <div className={css.savedAddress}>
          <span>
            {[...addressLines(value).slice(1), ...(section === 'billing' ? [value.email] : [])]
              .filter(Boolean)
              .join(', ')}
          </span>
          <Button size="small" onClick={() => setEditing(true)}>
            {t('Edit address')}
          </Button>
        </div>
      ) : (
        <AddressFields
          section={section}
          value={value}
          countries={countries}
          errors={errors}
          readOnly={chosen?.readonly ?? false}
          withEmail={section === 'billing'}
          withVatId={section === 'billing'}
          {...(emailHint === undefined ? {} : { emailHint })}
          {...(phoneHint === undefined ? {} : { phoneHint })}
          onChange={(part) => onChange({ ...value, ...part }, chosen && !('email' in part) ? null : savedId)}
        />
      )}
    </fieldset>
  );
}
