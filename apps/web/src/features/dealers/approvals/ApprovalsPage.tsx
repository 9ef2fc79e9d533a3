import type { Call, CallReply } from '@tuneport/contract/index';
import { purchaseApprovalMachine } from '@tuneport/domain/dealers/purchase-approval-states';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { StateBadge } from '../../../ui/feedback/StateBadge.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card, Row } from '../../../ui/layout/Layout.tsx';
import { Pagination } from '../../../ui/list/Pagination.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import { DealerFrame } from '../DealerFrame.tsx';
import css from '../dealer.module.css';
import { loadDealer, type Params } from '../load-dealer.ts';
import { ApproveDialog, DeclineDialog } from './ApprovalDialogs.tsx';

async function load(api: Call, params: Params, page: number) {
  const [dealer, approvals] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/purchase-approvals', { params: { id: params.slug ?? '' }, query: { page } }),
  ]);
  return { dealer, approvals };
}
export type Approval = CallReply<'GET /v1/dealers/:id/purchase-approvals'>['data'][number];

const pageOf = (request: Request): number => Math.max(1, Number(new URL(request.url).searchParams.get('page')) || 1);
export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Approvals of {name}', { name: loaderData.dealer.name }) : t('Approvals')) },
];
export const loader = ({ context, params, request }: LoaderFunctionArgs) =>
  load(context.get(callContext), params, pageOf(request));
export const clientLoader = ({ params, request }: ClientLoaderFunctionArgs) => load(call, params, pageOf(request));

type OpenDialog = { readonly kind: 'approve' | 'decline' | 'withdraw'; readonly approval: Approval };

/** Purchases above the limits of members: managers decide, members see the outcome of their own. */
export default function ApprovalsPage() {
  const { dealer, approvals } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const close = () => setAsking(null);
  return (
    <DealerFrame dealer={dealer} title={t('Approvals')}>
      <p className={css.quiet}>
        {dealer.may_manage
          ? rich(
              'Purchases on account above a member’s limits appear here for approval. Set the limits on the <link>People</link> page.',
              {
                link: (text) => (
                  <TextLink to={`/dealer/${dealer.slug}/group`} discover="none">
                    {text}
                  </TextLink>
                ),
              },
            )
          : t('Your purchases on account above your spending limit appear here until a manager decides.')}
      </p>
      {approvals.data.length === 0 ? (
        <Card className={css.block}>
          <p className={css.quiet}>{t('Purchases that need approval appear here.')}</p>
        </Card>
      ) : (
        approvals.data.map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} onAsk={(kind) => setAsking({ kind, approval })} />
        ))
      )}
      <Pagination
        page={approvals.page}
        pageCount={approvals.page_count}
        to={(page) => `/dealer/${dealer.slug}/approvals?page=${page}`}
      />
      {asking?.kind === 'approve' ? <ApproveDialog dealer={dealer} approval={asking.approval} onClose={close} /> : null}
      {asking?.kind === 'decline' ? <DeclineDialog dealer={dealer} approval={asking.approval} onClose={close} /> : null}
      {asking?.kind === 'withdraw' ? (
        <ConfirmDialog
          open
          onClose={close}
          title={t('Withdraw {number}?', { number: asking.approval.number })}
          confirmLabel={t('Withdraw request')}
          onConfirm={async () => {
            await call('POST /v1/dealers/:id/purchase-approvals/:approvalId/withdraw', {
              params: { id: dealer.id, approvalId: asking.approval.id },
              once: true,
            });
            await revalidate();
            toast(t('Request withdrawn.'));
          }}
        >
          {t('You can request it again any time.')}
        </ConfirmDialog>
      ) : null}
    </DealerFrame>
  );
}

type CardProps = { approval: Approval; onAsk: (kind: OpenDialog['kind']) => void };

function ApprovalCard({ approval, onAsk }: CardProps) {
  const { number, state, purchase, order, total, can } = approval;
  const placed = (purchase ?? order)?.total ?? total;
  const isChanged = placed.amount !== total.amount;
  return (
    <Card className={css.block} id={`approval-${approval.id}`}>
      <Row between>
        <h2>
          {number} · {approval.requested_by.name}
        </h2>
        <StateBadge machine={purchaseApprovalMachine} state={state} />
      </Row>
      <p>{approval.vehicle}</p>
      <p className={css.quiet}>
        {approval.sentence}{' '}
        {state === 'waiting'
          ? rich('Expires {date}.', { date: <DateText at={approval.expires_at} show="date" /> })
          : approval.decided_by && approval.decided_at
            ? rich('{name}, {date}.', {
                name: approval.decided_by,
                date: <DateText at={approval.decided_at} show="date" />,
              })
            : null}
      </p>
      <ul className={css.list}>
        {approval.lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a stored request never change
          <li key={at}>
            <span className={css.who}>{line.label}</span>
            <MoneyText money={line.amount} />
          </li>
        ))}
        <li>
          <strong className={css.who}>{t('Total with tax')}</strong>
          <strong>
            <MoneyText money={placed} />
          </strong>
        </li>
      </ul>
      {isChanged ? (
        <p className={css.quiet}>
          {rich('The price was {before} when it was requested.', { before: <MoneyText money={total} /> })}
        </p>
      ) : null}
      {approval.note === '' ? null : <p>{t('Note: {text}', { text: approval.note })}</p>}
      {approval.reason === '' ? null : <p>{t('Reason: {text}', { text: approval.reason })}</p>}
      <Row>
        {can.decide ? (
          <>
            <Button variant="primary" aria-label={t('Approve {number}', { number })} onClick={() => onAsk('approve')}>
              {t('Approve')}
            </Button>
            <Button aria-label={t('Decline {number}', { number })} onClick={() => onAsk('decline')}>
              {t('Decline')}
            </Button>
          </>
        ) : null}
        {can.withdraw ? (
          <Button variant="ghost" aria-label={t('Withdraw {number}', { number })} onClick={() => onAsk('withdraw')}>
            {t('Withdraw')}
          </Button>
        ) : null}
        {purchase ? (
          <TextLink to={`/purchase/catalog?purchase=${purchase.id}`} discover="none">
            {t('Open purchase {number}', { number: purchase.number })}
          </TextLink>
        ) : null}
        {order ? (
          <TextLink to={`/profile/${order.id}/snapshot`} discover="none">
            {t('Open order {number}', { number: order.number })}
          </TextLink>
        ) : null}
      </Row>
    </Card>
  );
}
