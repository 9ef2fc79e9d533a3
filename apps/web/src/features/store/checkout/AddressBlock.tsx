import { t } from '@tuneport/domain/text/text';
import { useLoginLink } from '../../../shell/use-login-link.ts';
import type { Countries } from '../../../ui/address/AddressFields.tsx';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { rich } from '../../../ui/text/rich.ts';
import css from './checkout.module.css';
import { type CheckoutDraft, errorsUnder } from './checkout-draft.ts';
import { OneAddress, type SavedAddress } from './OneAddress.tsx';

type Errors = Readonly<Record<string, readonly string[]>>;

type Props = {
  draft: CheckoutDraft;
  change: (part: Partial<CheckoutDraft>) => void;
  saved: readonly SavedAddress[];
  countries: Countries;
  errors: Errors;
  /** null for a guest. */
  userEmail: string | null;
};

/** Billing and shipping address: typed or saved. */
export function AddressBlock({ draft, change, saved, countries, errors, userEmail }: Props) {
  const login = useLoginLink();
  return (
    <section className={css.block} aria-labelledby="checkout-address">
      <h2 id="checkout-address">
        {rich('<span>1</span> Address', { span: (text) => <span className={css.number}>{text}</span> })}
      </h2>
      {userEmail === null ? (
        <p className={css.quiet}>
          {rich('No account needed. <link>Log in</link> to use saved addresses and cards.', {
            link: (text) => <TextLink {...login}>{text}</TextLink>,
          })}
        </p>
      ) : null}
      <OneAddress
        section="billing"
        legend={draft.addressesAreTheSame ? t('Billing and shipping address') : t('Billing address')}
        value={draft.billing}
        savedId={draft.billingId}
        saved={saved}
        countries={countries}
        errors={errorsUnder(errors, 'billing')}
        onChange={(billing, billingId) => change({ billing, billingId })}
        email={userEmail ?? undefined}
        emailHint={t('Used only for the invoice and updates about your order.')}
      />
      {userEmail !== null && draft.billingId === null ? (
        <Checkbox
          label={t('Save this address')}
          checked={draft.saveAddress}
          onChange={(event) => change({ saveAddress: event.currentTarget.checked })}
        />
      ) : null}
      <Checkbox
        label={t('Ship to the billing address')}
        checked={draft.addressesAreTheSame}
        onChange={(event) => change({ addressesAreTheSame: event.currentTarget.checked })}
      />
      {draft.addressesAreTheSame ? null : (
        <OneAddress
          section="shipping"
          legend={t('Shipping address')}
          value={draft.shipping}
          savedId={draft.shippingId}
          saved={saved}
          countries={countries}
          errors={errorsUnder(errors, 'shipping')}
          onChange={(shipping, shippingId) => change({ shipping, shippingId })}
        />
      )}
    </section>
  );
}
