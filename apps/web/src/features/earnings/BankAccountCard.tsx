import type { CallInput, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { withFreshLogin } from '../../platform/api/fresh-login.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card, Row } from '../../ui/layout/Layout.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { FreshLoginHost } from '../account/FreshLoginDialog.tsx';
import css from './earnings.module.css';

type Input = CallInput<'PUT /v1/affiliates/:id/bank-account'>['body'];
type Props = {
  bank: CallReply<'GET /v1/affiliates/:id/bank-account'>;
  countries: CallReply<'GET /countries'>;
  save: (input: Input) => Promise<unknown>;
};

/** Where a partner is paid. */
export function BankAccountCard({ bank: { account, may_change: mayChange }, countries, save }: Props) {
  const { revalidate } = useRevalidator();
  const [changing, setChanging] = useState(false);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const input = {
      holder: field('holder'),
      account: field('account'),
      bic: field('bic'),
      country_code: field('country_code'),
    };
    await withFreshLogin(() => save(input));
    toast(t('Bank account saved.'));
    setChanging(false);
    await revalidate();
  });
  const { errors } = failure;
  const countryName = countries.find(({ code }) => code === account?.country_code)?.name ?? account?.country_code ?? '';
  if (!changing)
    return (
      <Card className={css.block} id="bank-account">
        <h2>{t('Bank account')}</h2>
        {account ? (
          <KeyValue
            rows={[
              [t('Account holder'), account.holder],
              [t('Account'), t('Ends in {account_end}', { account_end: account.account_end })],
              ['BIC', account.bic],
              [t('Country'), countryName],
            ]}
          />
        ) : (
          <p className={css.quiet}>
            {mayChange
              ? t('Add a bank account so that we can pay you.')
              : t('No bank account yet. Only the partner can add it.')}
          </p>
        )}
        {mayChange ? (
          <Row>
            <Button variant={account ? 'quiet' : 'primary'} onClick={() => setChanging(true)}>
              {account ? t('Change bank account') : t('Add bank account')}
            </Button>
          </Row>
        ) : null}
      </Card>
    );
  return (
    <Card className={css.block} id="bank-account">
      <h2>{t('Bank account')}</h2>
      <FreshLoginHost />
      <form method="post" className={css.block} onSubmit={onSubmit} noValidate aria-label={t('Bank account')}>
        <FormError message={failure.message} />
        <TextField
          label={t('Account holder')}
          name="holder"
          maxLength={70}
          autoComplete="off"
          defaultValue={account?.holder}
          error={errors.holder}
        />
        <TextField
          label={t('IBAN or account number')}
          name="account"
          maxLength={60}
          autoComplete="off"
          hint={t('Stored encrypted. Only the last four characters are shown again.')}
          error={errors.account}
        />
        <TextField
          label={t('BIC')}
          name="bic"
          maxLength={11}
          optional
          autoComplete="off"
          defaultValue={account?.bic}
          error={errors.bic}
        />
        <NativeSelect
          label={t('Country of the bank')}
          name="country_code"
          placeholder={t('Choose a country')}
          options={countries.map(({ code, name }) => ({ value: code, label: name }))}
          defaultValue={account?.country_code ?? ''}
          error={errors.country_code}
        />
        <Row>
          <Button type="submit" variant="primary" busy={busy}>
            {t('Save bank account')}
          </Button>
          <Button onClick={() => setChanging(false)}>{t('Cancel')}</Button>
        </Row>
      </form>
    </Card>
  );
}
