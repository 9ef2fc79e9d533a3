import { isCurrency, parseMoney } from '@tuneport/domain/money/money';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { noRecord } from '../../../platform/secrets/secret-links.ts';
import { moneyOwnershipOf, ownershipOf } from '../../dealers/index.ts';
import { hashToken } from '../../identity/index.ts';
import { type Change, moveTradeIn } from './move-trade-in.ts';
import { sendTradeInMail } from './trade-in-mails.ts';
import { mayAnswerFor } from './trade-in-queries.ts';

type AnswerInput = { id: number; actor: Actor; token: string | undefined; now: Date };

const customer = ({ actor }: AnswerInput) => ({ ...actor, as: 'customer' as const });

/** Not found for anyone but the owner. */
export async function requireOwner(
  db: Db,
  { id, actor, token }: Omit<AnswerInput, 'now'>,
  to: 'read' | 'act' = 'act',
): Promise<void> {
  const tokenHash = token === undefined ? null : hashToken(token);
  const ownership = to === 'read' ? moneyOwnershipOf(actor) : ownershipOf(actor);
  if (!(await mayAnswerFor(db, id, { ...ownership, to, tokenHash })))
    throw await noRecord(db, 'trade-in', id, tokenHash);
}

export async function answerTradeIn(db: Db, input: AnswerInput & { note: string }): Promise<void> {
  await requireOwner(db, input);
  await moveTradeIn({ db, now: input.now }, input.id, 'answer', customer(input), { reason: input.note });
}

/** Accepts the offer. Credit requires an account: a logged-in user takes it for their own. */
export async function acceptOffer(
  db: Db,
  origin: string,
  input: AnswerInput & { payAs: 'balance' | 'bank'; seen: WireMoney | undefined },
): Promise<void> {
  await requireOwner(db, input);
  const { actor, now } = input;
  const after = await moveTradeIn({ db, now }, input.id, 'accept', customer(input), {
    set: (row): Change => {
      if (row.offer_until !== null && row.offer_until <= now)
        throw new Refusal('conflict', { message: 'This offer has expired. Contact us if you still want it.' });
      if (input.seen && !isOffer(row, input.seen))
        throw new Refusal('conflict', { message: 'We changed the offer. Reload the page to see the new one.' });
      const userId = row.user_id ?? actor.userId;
      if (input.payAs === 'balance' && userId === null && row.dealer_id === null)
        throw fieldRefusal({ pay_as: ['Log in first so that we know which account to credit.'] });
      const dealerId = row.dealer_id ?? (row.user_id === null ? (actor.dealers[0]?.id ?? null) : null);
      return {
        pay_as: input.payAs,
        user_id: userId,
        dealer_id: dealerId,
        ...(row.state === 'offered' ? { accepted_at: now } : {}),
      };
    },
  });
  if (after.state === 'credited') await sendTradeInMail(db, origin, input.id);
}

type WireMoney = { readonly amount: string; readonly currency: string };
type Offered = { offer_minor: bigint | null; offer_currency: string | null };

const isOffer = ({ offer_minor, offer_currency }: Offered, seen: WireMoney): boolean =>
  seen.currency === offer_currency &&
  isCurrency(seen.currency) &&
  parseMoney(seen.amount, seen.currency)?.amountMinor === offer_minor;

export async function declineOffer(db: Db, input: AnswerInput): Promise<void> {
  await requireOwner(db, input);
  await moveTradeIn({ db, now: input.now }, input.id, 'decline', customer(input));
}

export async function shipTradeIn(db: Db, input: AnswerInput & { tracking: string }): Promise<void> {
  await requireOwner(db, input);
  const set = { tracking_number: input.tracking };
  await moveTradeIn({ db, now: input.now }, input.id, 'ship', customer(input), { set });
}
