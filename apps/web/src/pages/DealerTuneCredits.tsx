import type { Call, CallReply } from '@tuneport/contract/index';
import { creditCodeMachine } from '@tuneport/domain/credits/credit-codes';
import { type CreditKind, creditKinds, creditsLabel } from '@tuneport/domain/credits/tune-credits';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { KindSums, LotList } from '../features/credits/CreditGroup.tsx';
import { kindNames } from '../features/credits/credit-labels.ts';
import { DealerFrame } from '../features/dealers/DealerFrame.tsx';
import css from '../features/dealers/dealer.module.css';
import { type Dealer, dealerPaths, loadDealer, type Params } from '../features/dealers/load-dealer.ts';
import { call } from '../platform/api/browser.ts';
import { useSubmit } from '../platform/api/use-submit.ts';
import { callContext } from '../platform/contexts.ts';
import { pageTitle } from '../shell/title.ts';
import { Button, ButtonLink } from '../ui/controls/Button.tsx';
import { CopyField } from '../ui/controls/CopyField.tsx';
import { Notice } from '../ui/feedback/Notice.tsx';
import { StateBadge } from '../ui/feedback/StateBadge.tsx';
import { toast } from '../ui/feedback/toast-store.ts';
import { FormError } from '../ui/form/FormError.tsx';
import { NativeSelect } from '../ui/form/NativeSelect.tsx';
import { TextField } from '../ui/form/TextField.tsx';
import { Card } from '../ui/layout/Layout.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../ui/text/DateText.tsx';
import { MoneyText } from '../ui/text/MoneyText.tsx';
import { rich } from '../ui/text/rich.ts';

async function load(api: Call, params: Params) {
  const of = { params: { id: params.slug ?? '' } };
  const [dealer, credits, codes, deals] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/tune-credits', of),
    api('GET /v1/dealers/:id/tune-credit-codes', of),
    api('GET /v1/dealers/:id/credit-deals', of),
  ]);
  return { dealer, credits, codes, deals };
}
type Code = CallReply<'GET /v1/dealers/:id/tune-credit-codes'>['data'][number];

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Tune credits of {name}', { name: loaderData.dealer.name }) : t('Tune credits')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function DealerTuneCredits() {
  const { dealer, credits, codes, deals } = useLoaderData<typeof loader>();
  const { base } = dealerPaths(dealer);
  const isMember = dealer.kind !== null;
  return (
    <DealerFrame dealer={dealer} title={t('Tune credits')}>
      {deals.map((deal) => (
        <Notice
          key={deal.uuid}
          title={deal.title}
          action={
            <ButtonLink size="small" to={`${base}/pay-credit-deal/${deal.uuid}`} discover="none">
              {t('View offer')}
            </ButtonLink>
          }
        >
          <MoneyText money={deal.price} />
          {deal.expires_at ? (
            <>
              {', '}
              {rich('until {date}', { date: <DateText at={deal.expires_at} show="date" /> })}
            </>
          ) : null}
        </Notice>
      ))}
      <Card className={css.block}>
        <h2>{t('Available')}</h2>
        <KindSums kinds={credits.kinds} />
        {credits.lots.length > 0 ? <LotList lots={credits.lots} /> : null}
      </Card>
      {isMember ? <GiveForm dealer={dealer} /> : null}
      {isMember ? <CodeForm dealer={dealer} /> : null}
      <Codes dealer={dealer} codes={codes.data} />
      {credits.history.length > 0 ? (
        <Card className={css.block}>
          <h2>{t('History')}</h2>
          <table className={css.table}>
            <tbody>
              {credits.history.slice(0, 50).map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of one moment have no id
                <tr key={`${row.at} ${at}`}>
                  <td>
                    <DateText at={row.at} show="date" />
                  </td>
                  <td>{row.words}</td>
                  <td className={css.end}>
                    {row.units > 0 ? '+' : '−'}
                    {creditsLabel(row.kind, Math.abs(row.units))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      ) : null}
    </DealerFrame>
  );
}

const kindOptions = () => creditKinds.map((kind) => ({ value: kind, label: t(kindNames[kind]) }));
const kindOf = (text: string): CreditKind => creditKinds.find((kind) => kind === text) ?? 'ecu';

function GiveForm({ dealer }: { dealer: Dealer }) {
  const { revalidate } = useRevalidator();
  const [form, setForm] = useState(0);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const recipient = field('recipient');
    const body = { kind: kindOf(field('kind')), amount: field('amount'), recipient, note: field('note') };
    const done = await call('POST /v1/dealers/:id/tune-credits', { params: { id: dealer.id }, body, once: true });
    await revalidate();
    setForm((last) => last + 1);
    toast(
      done.given === 'now'
        ? t('Credits given to {recipient}.', { recipient })
        : t('A code was sent to {recipient}.', { recipient }),
    );
  });
  return (
    <Card className={css.block}>
      <h2>{t('Give credits to a member or customer')}</h2>
      <p className={css.quiet}>{t('Without an account they get a code by e-mail.')}</p>
      <form method="post" key={form} className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <div className={css.two}>
          <TextField label={t('E-mail')} name="recipient" type="email" error={failure.errors.recipient} />
          <NativeSelect label={t('Kind')} name="kind" options={kindOptions()} error={failure.errors.kind} />
          <TextField label={t('Number')} name="amount" inputMode="numeric" error={failure.errors.amount} />
          <TextField label={t('Note')} name="note" optional maxLength={500} error={failure.errors.note} />
        </div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Give credits')}
        </Button>
      </form>
    </Card>
  );
}

function CodeForm({ dealer }: { dealer: Dealer }) {
  const { revalidate } = useRevalidator();
  const [link, setLink] = useState<string | null>(null);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    const body = { kind: kindOf(field('kind')), amount: field('amount'), note: field('note') };
    const made = await call('POST /v1/dealers/:id/tune-credit-codes', { params: { id: dealer.id }, body, once: true });
    await revalidate();
    setLink(made.link);
  });
  return (
    <Card className={css.block}>
      <h2>{t('Create a credit code')}</h2>
      <form method="post" className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <div className={css.two}>
          <NativeSelect label={t('Kind')} name="kind" options={kindOptions()} error={failure.errors.kind} />
          <TextField label={t('Number')} name="amount" inputMode="numeric" error={failure.errors.amount} />
          <TextField label={t('Note')} name="note" optional maxLength={500} error={failure.errors.note} />
        </div>
        <Button type="submit" busy={busy}>
          {t('Create code')}
        </Button>
      </form>
      {link ? (
        <Notice tone="good" live title={t('Copy this link now. It is shown only once.')}>
          <CopyField label={t('Link of the credit code')} value={link} />
        </Notice>
      ) : null}
    </Card>
  );
}

function Codes({ dealer, codes }: { dealer: Dealer; codes: readonly Code[] }) {
  const { revalidate } = useRevalidator();
  const [ending, setEnding] = useState<Code | null>(null);
  return (
    <Card className={css.block}>
      <h2>{t('Credit codes')}</h2>
      {codes.length === 0 ? (
        <p className={css.quiet}>{t('Codes you create appear here.')}</p>
      ) : (
        <ul className={css.list}>
          {codes.map((code) => (
            <li key={code.id}>
              <div className={css.who}>
                <span>
                  {t('{credits}, code …{hint}', { credits: creditsLabel(code.kind, code.units), hint: code.hint })}
                </span>
                <span className={css.quiet}>
                  {code.claimed_by ?? code.recipient ?? code.note}
                  {code.state === 'open' ? (
                    <> {rich('until {date}', { date: <DateText at={code.expires_at} show="date" /> })}</>
                  ) : null}
                </span>
              </div>
              <StateBadge machine={creditCodeMachine} state={code.state} />
              {code.state === 'open' && dealer.kind !== null ? (
                <Button
                  size="small"
                  variant="ghost"
                  aria-label={t('Withdraw code {hint}', { hint: code.hint })}
                  onClick={() => setEnding(code)}
                >
                  {t('Withdraw')}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {ending ? (
        <ConfirmDialog
          open
          danger
          onClose={() => setEnding(null)}
          title={t('Withdraw the code …{hint}?', { hint: ending.hint })}
          confirmLabel={t('Withdraw code')}
          onConfirm={async () => {
            const params = { id: dealer.id, codeId: ending.id };
            await call('DELETE /v1/dealers/:id/tune-credit-codes/:codeId', { params });
            await revalidate();
            toast(t('Code withdrawn. Its credits are yours again.'));
          }}
        >
          {t('It can no longer be claimed, and its credits return to the dealer.')}
        </ConfirmDialog>
      ) : null}
    </Card>
  );
}
