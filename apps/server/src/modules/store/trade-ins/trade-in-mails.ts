import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import {
  type TradeInPayment,
  type TradeInState,
  tradeInNumber,
  tradeInSentence,
} from '@tuneport/domain/store/trade-in-states';
import { msg, t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { pagesOf } from '../../../platform/mail/pages.ts';
import { type MailMessage, mailMessage, queueMail } from '../../../platform/mail/queue.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { type TradeInRow, tradeInById } from './trade-in-queries.ts';

export const tradeInPath = (id: number, token: string) => `/trade-in/${id}/${token}`;

const titles = {
  submitted: msg('We received your trade-in request'),
  needs_information: msg('A question about your trade-in'),
  rejected: msg('About your trade-in request'),
  offered: msg('An offer for your tool'),
  received: msg('We received your tool'),
  counter_offered: msg('A new offer for your tool'),
  credited: msg('Your trade-in is complete'),
  return_due: msg('We are sending your tool back'),
  returned: msg('Your tool is on its way back'),
  expired: msg('Your trade-in request has expired'),
} as const satisfies Partial<Record<TradeInState, string>>;
type Mailed = keyof typeof titles;
const isMailed = (state: string): state is Mailed => state in titles;

/**
 * The current state, with a link that acts for the customer; every mail has its own token. Contains no customer input,
 * because the address may be someone else's.
 */
export async function sendTradeInMail(db: Db, origin: string, id: number, token = newToken()): Promise<void> {
  const row = await tradeInById(db, id);
  if (!row || !isMailed(row.state)) return;
  const { state } = row;
  if (row.state === 'submitted' && !(await isWithinMailLimit(db, 'trade-in', row.email))) return;
  await db
    .insertInto('trade_in_tokens')
    .values({ token_hash: hashToken(token), trade_in_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const last = await db
    .selectFrom('trade_in_events')
    .select('note')
    .where('trade_in_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const message = () =>
    tradeInMessage(`${pagesOf(origin)}${tradeInPath(id, token)}`, { ...row, state }, last?.note ?? '');
  await queueMail(db, { to: row.email, owner: row.user_id, secrets: [token], message });
}

type MailedTradeIn = Pick<TradeInRow, 'id' | 'offer_minor' | 'offer_currency' | 'offer_until' | 'pay_as'> & {
  readonly state: Mailed;
};

export function tradeInMessage(url: string, row: MailedTradeIn, note: string): MailMessage {
  const { state } = row;
  const title = t(titles[state]);
  return mailMessage('trade-in', {
    subject: `${title} (${tradeInNumber(row.id)})`,
    title,
    paragraphs: [
      t('Hello,'),
      t('This is about your trade-in request {number}. {sentence}', {
        number: tradeInNumber(row.id),
        sentence: tradeInSentence(state, row.pay_as as TradeInPayment | null),
      }),
      ...[offerText(row), note].filter((text) => text !== ''),
    ],
    button: { label: t('Open the request'), url },
    // A trade-in has no page without its token.
    page: null,
  });
}

function offerText({ state, offer_minor, offer_currency, offer_until }: MailedTradeIn): string {
  if (offer_minor === null) return '';
  const amount = moneyText(money(offer_minor, offer_currency as Currency));
  if (state === 'credited') return t('Agreed value: {amount}.', { amount });
  if (state !== 'offered' && state !== 'counter_offered') return '';
  return offer_until
    ? t('Our offer: {amount}, until {date}.', { amount, date: dayLabel(offer_until) })
    : t('Our offer: {amount}.', { amount });
}
