import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { BankAccountCard } from '../earnings/BankAccountCard.tsx';
import { AffiliateFrame } from './AffiliateFrame.tsx';
import css from './affiliate.module.css';
import { loadAffiliate, type Params } from './load-affiliate.ts';

async function load(api: Call, params: Params) {
  const [affiliate, bank, countries] = await Promise.all([
    loadAffiliate(api, params),
    api('GET /v1/affiliates/:id/bank-account', { params: { id: params.id ?? '' } }),
    api('GET /countries'),
  ]);
  return { affiliate, bank, countries };
}
type Loaded = Awaited<ReturnType<typeof load>>;
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);
export const meta = () => [{ title: pageTitle(t('Affiliate settings')) }];

export default function SettingsPage() {
  const { affiliate, bank, countries } = useLoaderData<typeof loader>();
  return (
    <AffiliateFrame affiliate={affiliate} title={t('Settings')}>
      <div className={css.cards}>
        <Profile key={affiliate.updated_at} affiliate={affiliate} />
        <BankAccountCard
          bank={bank}
          countries={countries}
          save={(body) => call('PUT /v1/affiliates/:id/bank-account', { params: { id: affiliate.id }, body })}
        />
      </div>
    </AffiliateFrame>
  );
}

function Profile({ affiliate }: Pick<Loaded, 'affiliate'>) {
  const { revalidate } = useRevalidator();
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    await call('PATCH /v1/affiliates/:id', {
      params: { id: affiliate.id },
      body: { name: field('name'), website: field('website'), remittance_email: field('remittance_email') },
      readAt: affiliate.updated_at,
    });
    toast(t('Profile saved.'));
    await revalidate();
  });
  return (
    <Card className={css.block}>
      <h2>{t('Profile')}</h2>
      <form method="post" className={css.stack} onSubmit={onSubmit} noValidate aria-label={t('Profile')}>
        <FormError message={failure.message} />
        <TextField
          label={t('Name')}
          name="name"
          maxLength={120}
          defaultValue={affiliate.name}
          error={failure.errors.name}
        />
        <TextField
          label={t('Website')}
          name="website"
          type="url"
          maxLength={200}
          optional
          defaultValue={affiliate.website}
          error={failure.errors.website}
        />
        <TextField
          label={t('E-mail for payout notices')}
          name="remittance_email"
          type="email"
          optional
          hint={t('Without it, we write to all members.')}
          defaultValue={affiliate.remittance_email}
          error={failure.errors.remittance_email}
        />
        <p className={css.quiet}>
          {t('Paid in {currency}. Contact us to change the currency.', { currency: affiliate.currency })}
        </p>
        <div>
          <Button type="submit" variant="primary" busy={busy}>
            {t('Save profile')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
