import type { Call } from '@tuneport/contract/index';
import { money, parseMoney, toWire } from '@tuneport/domain/money/money';
import { t, tIn } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { CopyField } from '../../ui/controls/CopyField.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox, Radio } from '../../ui/form/Checkbox.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { PaymentForm } from '../payments/PaymentForm.tsx';
import { DealerFrame } from './DealerFrame.tsx';
import css from './dealer.module.css';
import { dealerPaths, loadDealer, type Params } from './load-dealer.ts';

async function load(api: Call, params: Params) {
  const of = { params: { id: params.slug ?? '' } };
  const [dealer, balances] = await Promise.all([loadDealer(api, params), api('GET /v1/dealers/:id/balance', of)]);
  const owed = balances.find(({ payable }) => Number(payable.amount) > 0);
  return { dealer, balance: owed ?? null };
}

export const meta = () => [{ title: pageTitle(t('Pay the balance')) }];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

type What = 'all' | 'part' | 'items';

export default function PayBalancePage() {
  const { dealer, balance } = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const { base } = dealerPaths(dealer);
  const [what, setWhat] = useState<What>('all');
  const [part, setPart] = useState('');
  const [items, setItems] = useState<ReadonlySet<string>>(new Set());
  const crumbs = [{ label: tIn('account', 'Balance'), to: `${base}/balance` }, { label: t('Pay') }];
  if (!balance)
    return (
      <DealerFrame dealer={dealer} title={t('Pay the balance')} crumbs={crumbs}>
        <EmptyState
          title={t('Nothing is owed.')}
          step={<ButtonLink to={`${base}/balance`}>{t('Back to the balance')}</ButtonLink>}
        >
          {t('Purchases on account appear here until they are paid.')}
        </EmptyState>
      </DealerFrame>
    );
  const currency = balance.owed.currency as Parameters<typeof money>[1];
  const minor = (amount: string) => parseMoney(amount, currency)?.amountMinor ?? 0n;
  const open = balance.open_items.filter(({ dispute }) => dispute === null);
  const chosen = open.filter(({ subject }) => items.has(subject));
  const total =
    what === 'all'
      ? balance.payable
      : what === 'part'
        ? toWire(money(minor(part), currency))
        : toWire(
            money(
              chosen.reduce((sum, { open }) => sum + minor(open.amount), 0n),
              currency,
            ),
          );
  const problem =
    what === 'part' && part !== '' && (minor(part) <= 0n || minor(part) > minor(balance.payable.amount))
      ? [t('Enter an amount above zero and at most what is owed.')]
      : undefined;
  const toggle = (subject: string, on: boolean) => {
    const next = new Set(items);
    if (on) next.add(subject);
    else next.delete(subject);
    setItems(next);
  };
  return (
    <DealerFrame dealer={dealer} title={t('Pay the balance')} crumbs={crumbs}>
      <Card className={css.block}>
        <h2>{t('What to pay')}</h2>
        <fieldset className={css.fields}>
          <Radio
            name="what"
            label={rich('Everything: {money}', { money: <MoneyText money={balance.payable} /> })}
            checked={what === 'all'}
            onChange={() => setWhat('all')}
          />
          <Radio name="what" label={t('A part')} checked={what === 'part'} onChange={() => setWhat('part')} />
          {what === 'part' ? (
            <TextField
              label={t('Amount ({currency})', { currency })}
              inputMode="decimal"
              value={part}
              hint={t('Pays the oldest purchases first.')}
              error={problem}
              onChange={(event) => setPart(event.target.value)}
            />
          ) : null}
          <Radio
            name="what"
            label={t('Selected purchases')}
            checked={what === 'items'}
            onChange={() => setWhat('items')}
          />
          {what === 'items'
            ? open.map((item) => (
                <Checkbox
                  key={item.subject}
                  label={rich('{label}, {money}, due {date}', {
                    label: item.label,
                    money: <MoneyText money={item.open} />,
                    date: <DateText at={item.due_at} show="date" />,
                  })}
                  checked={items.has(item.subject)}
                  onChange={(event) => toggle(item.subject, event.target.checked)}
                />
              ))
            : null}
        </fieldset>
      </Card>
      {dealer.kind === null ? (
        <p className={css.quiet}>{t('Only members of this dealer can pay by card here.')}</p>
      ) : (
        <Card className={css.block}>
          <h2>{t('Pay by card')}</h2>
          <PaymentForm
            money={total}
            dealer={dealer.slug}
            disabled={minor(total.amount) <= 0n || problem !== undefined}
            pay={(method, idempotencyKey) =>
              call('POST /v1/dealers/:id/payment', {
                params: { id: dealer.id },
                body: {
                  currency,
                  method,
                  items: what === 'items' ? chosen.map(({ subject }) => subject) : [],
                  ...(what === 'part' ? { amount: part } : {}),
                },
                idempotencyKey,
              })
            }
            onPaid={() => {
              toast(t('Payment received.'));
              void navigate(`${base}/balance`);
            }}
          />
        </Card>
      )}
      <Card className={css.block}>
        <h2>{t('Pay by bank transfer')}</h2>
        <p className={css.quiet}>
          {t('Use this reference, so that we can book your transfer. It counts when it arrives.')}
        </p>
        <CopyField label={t('Transfer reference')} value={`TP-D${String(dealer.id).padStart(5, '0')}-${currency}`} />
      </Card>
    </DealerFrame>
  );
}
