import type { Call } from '@tuneport/contract/index';
import { creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { containedLabel, reverseChargeNote } from '@tuneport/domain/store/tax/tax-labels';
import { t } from '@tuneport/domain/text/text';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { FormError } from '../../ui/form/FormError.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { KeyValue } from '../../ui/text/KeyValue.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { PaymentForm } from '../payments/PaymentForm.tsx';
import { accountLeft } from '../payments/tender/account-left.ts';
import { DealerFrame } from './DealerFrame.tsx';
import css from './dealer.module.css';
import { dealerPaths, loadDealer, type Params } from './load-dealer.ts';

async function load(api: Call, params: Params) {
  const { slug = '', uuid = '' } = params;
  const [dealer, deal] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/credit-deals/:uuid', { params: { id: slug, uuid } }),
  ]);
  const chargeable = deal.state === 'published' && deal.pay_on_account && dealer.kind !== null;
  const balances = chargeable ? await api('GET /v1/dealers/:id/balance', { params: { id: slug } }) : [];
  return { dealer, deal, left: accountLeft(balances, deal.price) };
}

export const meta = () => [{ title: pageTitle(t('Credit deal')) }, { name: 'robots', content: 'noindex' }];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

const kinds = ['ecu', 'tcu', 'awd', 'universal'] as const;

export default function PayCreditDealPage() {
  const { dealer, deal, left } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const { base } = dealerPaths(dealer);
  const params = { id: dealer.id, uuid: deal.uuid };
  const done = () => {
    toast(t('Paid. The contents of this deal are on your account.'));
    void navigate(deal.kind === 'credit_pack' ? `${base}/tune-credits` : `${base}/balance`);
  };
  const onAccount = useSubmit(async () => {
    await call('POST /v1/dealers/:id/credit-deals/:uuid/payment', { params, body: {}, once: true });
    done();
  });
  const gives = kinds.flatMap((kind) => {
    const units = deal[`${kind}_credits`];
    return units > 0 ? [creditsLabel(kind, units)] : [];
  });
  return (
    <DealerFrame
      dealer={dealer}
      title={deal.title}
      crumbs={[{ label: t('Tune credits'), to: `${base}/tune-credits` }, { label: deal.title }]}
    >
      <Card className={css.block}>
        <h2>{t('What you get')}</h2>
        {deal.note ? <p>{deal.note}</p> : null}
        <KeyValue
          rows={[
            ...(gives.length > 0 ? [[t('Tune credits'), gives.join(', ')] as const] : []),
            ...(deal.kind === 'top_up'
              ? [
                  [t('Prepaid'), <MoneyText key="price" money={deal.price} />] as const,
                  [t('Bonus'), <MoneyText key="bonus" money={deal.bonus} />] as const,
                ]
              : []),
            ...(deal.settles ? [[t('Debt settled'), <MoneyText key="settles" money={deal.settles} />] as const] : []),
            [t('Price'), <MoneyText key="total" money={deal.price} />],
            ...deal.taxes.map((tax) => [containedLabel(tax), <MoneyText key={tax.name} money={tax.amount} />] as const),
            ...(deal.expires_at ? [[t('Offer ends'), <DateText key="ends" at={deal.expires_at} />] as const] : []),
          ]}
        />
        {deal.reverse_charge ? <p className={css.quiet}>{t(reverseChargeNote)}</p> : null}
        {deal.invoice_id === null ? null : (
          <div>
            <ButtonLink to={`${base}/deal-invoice/${deal.invoice_id}`} reloadDocument>
              {t('Open the invoice')}
            </ButtonLink>
          </div>
        )}
      </Card>
      {deal.state !== 'published' ? (
        <Notice
          tone="good"
          title={deal.state === 'expired' ? t('This offer has expired.') : t('This deal is paid.')}
          action={<ButtonLink to={`${base}/tune-credits`}>{t('Tune credits')}</ButtonLink>}
        />
      ) : dealer.kind === null ? (
        <p className={css.quiet}>{t('Only members of this dealer can pay.')}</p>
      ) : (
        <>
          <Card className={css.block}>
            <h2>{t('Pay by card')}</h2>
            <PaymentForm
              money={deal.price}
              dealer={dealer.slug}
              pay={async (method, idempotencyKey) =>
                (
                  await call('POST /v1/dealers/:id/credit-deals/:uuid/payment', {
                    params,
                    body: { method },
                    idempotencyKey,
                  })
                ).payment
              }
              onPaid={done}
            />
          </Card>
          {deal.pay_on_account ? (
            <Card className={css.block}>
              <h2>{t('Pay on account')}</h2>
              {left ? (
                <p className={css.quiet}>
                  {rich(
                    left.isEnough ? '{left} of {limit} left.' : '{left} of {limit} left, not enough for this deal.',
                    {
                      left: <MoneyText money={left.left} />,
                      limit: <MoneyText money={left.limit} />,
                    },
                  )}
                </p>
              ) : null}
              <FormError message={onAccount.failure.message} />
              <div>
                <Button busy={onAccount.busy} disabled={left?.isEnough === false} onClick={() => void onAccount.run()}>
                  {t('Charge the account')}
                </Button>
              </div>
            </Card>
          ) : null}
        </>
      )}
    </DealerFrame>
  );
}
