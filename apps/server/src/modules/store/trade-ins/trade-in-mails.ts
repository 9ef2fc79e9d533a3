import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { type TradeInState, tradeInNumber, tradeInSentences } from '@tuneport/domain/store/trade-in-states';
import type { Db } from '../../../platform/db/db.ts';
import { dayLabel } from '../../../platform/mail/dates.ts';
import { mail } from '../../../platform/mail/layout.ts';
import { isWithinMailLimit } from '../../../platform/mail/mail-limit.ts';
import { queueMail } from '../../../platform/mail/queue.ts';
import { hashToken, newToken } from '../../identity/index.ts';
import { tradeInById } from './trade-in-queries.ts';

export const tradeInPath = (id: number, token: string) => `/trade-in/${id}/${token}`;

const titles: Partial<Record<TradeInState, string>> = {
  submitted: 'We received your trade-in request',
  needs_information: 'A question about your trade-in',
  rejected: 'About your trade-in request',
  offered: 'An offer for your tool',
  received: 'We received your tool',
  counter_offered: 'A new offer for your tool',
  credited: 'Your trade-in is complete',
  return_due: 'We are sending your tool back',
  returned: 'Your tool is on its way back',
  expired: 'Your trade-in request has expired',
};

/**
 * The current state, with a link that acts for the customer; every mail has its own token. Contains no customer input,
 * because the address may be someone else's.
 */
export async function sendTradeInMail(db: Db, origin: string, id: number, token = newToken()): Promise<void> {
  const row = await tradeInById(db, id);
  const title = row && titles[row.state as TradeInState];
  if (!row || !title) return;
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
  const open = row.state === 'offered' || row.state === 'counter_offered';
  const offer =
    open && row.offer_minor !== null
      ? `Our offer: ${moneyText(money(row.offer_minor, row.offer_currency as Currency))}${row.offer_until ? `, until ${dayLabel(row.offer_until)}` : ''}.`
      : '';
  await queueMail(db, {
    kind: 'trade-in',
    secrets: [token],
    to: row.email,
    subject: `${title} (${tradeInNumber(id)})`,
    ...mail({
      title,
      paragraphs: [
        'Hello,',
        `This is about your trade-in request ${tradeInNumber(id)}. ${tradeInSentences[row.state as TradeInState]}`,
        ...[offer, last?.note ?? ''].filter((text) => text !== ''),
      ],
      button: { label: 'Open the request', url: `${origin}${tradeInPath(id, token)}` },
    }),
  });
}
