import { purchaseApprovalNumber } from '@tuneport/domain/dealers/purchase-approval-states';
import { type Currency, type Money, money, moneyText } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import type { MailSamples } from '../../../platform/mail/samples.ts';
import { shortName, withoutLinks } from '../../../platform/mail/typed-text.ts';
import { type ApprovalRow, approvalLines } from './approval-queries.ts';

type Dealer = { readonly slug: string; readonly name: string };
type Asked = Pick<ApprovalRow, 'id' | 'lines' | 'vehicle' | 'note' | 'total_minor' | 'expires_at'> & {
  readonly currency: string;
};

const pageOf = (origin: string, slug: string) => `${pagesOf(origin)}/dealer/${slug}/approvals`;

/** To every manager who can decide. The requester sees the state on the page. */
export async function mailAsked(
  db: Db,
  origin: string,
  dealer: Dealer & { readonly id: number },
  approval: ApprovalRow,
): Promise<void> {
  const [requester, managers] = await Promise.all([
    db.selectFrom('users').select('name').where('id', '=', approval.user_id).executeTakeFirst(),
    db
      .selectFrom('dealer_members as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('u.email')
      .where('m.dealer_id', '=', dealer.id)
      .where('m.kind', '=', 'manager')
      .where('m.user_id', '<>', approval.user_id)
      .where('u.banned_at', 'is', null)
      .orderBy('u.id')
      .execute(),
  ]);
  const message = () => askedMessage(origin, dealer, requester?.name ?? '', approval);
  for (const { email } of managers) await queueMail(db, { to: email, secrets: [], message, toOther: true });
}

function askedMessage(origin: string, { slug, name: dealer }: Dealer, requester: string, approval: Asked) {
  const text = (minor: bigint) => moneyText(money(minor, approval.currency as Currency));
  const [name, total] = [shortName(requester), text(approval.total_minor)];
  return mailMessage('purchase-approval', {
    subject: t('{name} needs approval for {total}', { name, total }),
    title: t('{name} needs approval for {total}', { name, total }),
    paragraphs: [
      t('{name} wants to buy on the account of {dealer}, above their spending limit:', {
        name,
        dealer: shortName(dealer),
      }),
      {
        items: approvalLines(approval).map(({ label, amountMinor }, at) => ({
          label,
          ...(at === 0 && approval.vehicle !== '' ? { detail: approval.vehicle } : {}),
          amount: text(amountMinor),
        })),
        sums: [{ label: t('Total with tax'), amount: total }],
      },
      ...(approval.note === '' ? [] : [withoutLinks(approval.note)]),
      t('Approve or decline it by {date}. Nothing is charged until a manager approves it.', {
        date: dayLabel(approval.expires_at),
      }),
    ],
    button: { label: t('Open {number}', { number: purchaseApprovalNumber(approval.id) }), url: pageOf(origin, slug) },
  });
}

type Outcome = Pick<ApprovalRow, 'id' | 'state' | 'reason' | 'total_minor'> & { readonly currency: string };

/** Notifies the member of the outcome. */
export async function mailOutcome(
  db: Db,
  origin: string,
  dealer: Dealer,
  approval: ApprovalRow,
  placed?: Money,
): Promise<void> {
  const person = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', approval.user_id)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!person || approval.user_id === approval.decided_by) return;
  const message = () => outcomeMessage(origin, dealer, approval, placed);
  await queueMail(db, { to: person.email, secrets: [], message, toOther: true });
}

function outcomeMessage(origin: string, { slug, name }: Dealer, approval: Outcome, placed?: Money) {
  const asked = money(approval.total_minor, approval.currency as Currency);
  const [dealer, total] = [shortName(name), moneyText(placed ?? asked)];
  const isChanged = placed !== undefined && placed.amountMinor !== asked.amountMinor;
  const title =
    approval.state === 'approved'
      ? t('Your purchase for {total} was approved', { total })
      : approval.state === 'declined'
        ? t('Your purchase for {total} was declined', { total })
        : t('Your purchase for {total} was not approved in time', { total });
  return mailMessage('purchase-approval-outcome', {
    title,
    paragraphs: [
      approval.state === 'approved'
        ? t('It was charged to the account of {dealer}.', { dealer })
        : t('Nothing was charged to the account of {dealer}.', { dealer }),
      ...(isChanged
        ? [
            t('The price changed from {before} to {after} since you requested it.', {
              before: moneyText(asked),
              after: total,
            }),
          ]
        : []),
      ...(approval.reason === '' ? [] : [withoutLinks(approval.reason)]),
    ],
    button: { label: t('Open {number}', { number: purchaseApprovalNumber(approval.id) }), url: pageOf(origin, slug) },
  });
}

const sample = {
  id: 7,
  vehicle: '2016 Volkswagen Golf R',
  lines: [{ label: 'Stage 1', amount_minor: '45000' }],
  note: '',
  currency: 'CAD',
  total_minor: 47_250n,
  expires_at: new Date('2026-03-09T15:30:00Z'),
};
const dealer = { slug: 'example', name: 'Example Motors' };

export const approvalMailSamples: MailSamples<'purchase-approval' | 'purchase-approval-outcome'> = {
  'purchase-approval': (origin) => askedMessage(origin, dealer, 'Robin Sample', sample),
  'purchase-approval-outcome': (origin) =>
    outcomeMessage(origin, dealer, { ...sample, state: 'approved', reason: '' }, money(46_200n, 'CAD')),
};
