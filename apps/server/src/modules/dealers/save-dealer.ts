import type { DealerChange, NewDealer } from '@tuneport/contract/dealers/dealers-admin';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import { type Currency, money, parseMoney, toWire } from '@tuneport/domain/money/money';
import type { z } from 'zod';
import type { Actor } from '../../platform/actor.ts';
import { bumpArea } from '../../platform/cache/area-versions.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { announceToMembers, checkAddress } from '../identity/index.ts';
import { balanceOf, requireNotOwnBusiness, setLimit } from '../ledger/index.ts';
import { receivable } from './accounts.ts';
import { presentDealer } from './present-dealer.ts';
import { type DealerRow, dealerById, slugTaken, tierById } from './queries.ts';

type Fields = Omit<z.output<typeof NewDealer>, 'credit_limit'>;

export async function createDealer(
  db: Db,
  actor: Actor,
  input: z.output<typeof NewDealer>,
  now: Date,
): Promise<number> {
  const { credit_limit, ...values } = input;
  const { fields, errors } = await checked(db, values, null);
  const limit = readLimit(credit_limit, values.currency, errors);
  if (Object.keys(errors).length > 0 || limit === null) throw fieldRefusal(errors);
  const dealer = await db
    .insertInto('dealers')
    .values({ ...toRow(fields), updated_at: nextUpdatedAt(null, now) })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!dealer) throw fieldRefusal(slugErrors);
  const account = receivable(dealer.id, fields.currency);
  await setLimit(db, account, { maxMinor: limit, at: now, reason: 'Account opened', actorId: actor.userId });
  await writeAudit(db, actor, 'dealers.create', `dealer:${dealer.id}`, { after: input });
  await bumpArea(db, 'dealers');
  return dealer.id;
}

export async function updateDealer(
  db: Db,
  actor: Actor,
  id: number,
  change: z.output<typeof DealerChange>,
  readAt: Date,
  now: Date,
): Promise<void> {
  const before = await dealerById(db, id, 'lock');
  if (!before) throw new Refusal('not_found');
  if (isStale(before.updated_at, readAt)) throw new Refusal('stale_record', { current: await presentDealer(db, id) });
  const { credit_limit, reason, ...rest } = change;
  const defined = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const { fields, errors } = await checked(db, { ...toFields(before), ...defined } as Fields, id);
  const known = await balanceOf(db, receivable(id, before.currency as Currency));
  if (fields.currency !== before.currency && known.postedMinor + known.pendingDebitMinor !== 0n)
    errors.currency = [
      `The account in ${before.currency} must have a zero balance before you can change the currency.`,
    ];
  const limit = credit_limit === undefined ? (known.maxMinor ?? 0n) : readLimit(credit_limit, fields.currency, errors);
  const moved = limit !== known.maxMinor || fields.currency !== before.currency;
  if (credit_limit !== undefined && moved && !reason)
    errors.reason = ['Enter a reason for the new credit limit. It is saved with the account.'];
  if (Object.keys(errors).length > 0 || limit === null) throw fieldRefusal(errors);
  // Credit limit, share, tier and state affect money; a name or an address does not.
  if (
    moved ||
    fields.install_share_percent !== before.install_share_percent ||
    fields.tier_id !== before.tier_id ||
    fields.state !== before.state
  )
    await requireNotOwnBusiness(db, actor, { dealer: id });

  await db
    .updateTable('dealers')
    .set({ ...toRow(fields), updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', id)
    .execute();
  if (moved) {
    const why = { at: now, reason: reason ?? 'Account currency changed', actorId: actor.userId };
    await setLimit(db, receivable(id, fields.currency), { maxMinor: limit, ...why });
    if (fields.currency !== before.currency)
      await setLimit(db, receivable(id, before.currency as Currency), { maxMinor: 0n, ...why });
  }
  if (fields.state !== before.state) await announceToMembers(db, 'dealer', id);
  await writeAudit(db, actor, 'dealers.update', `dealer:${id}`, {
    before: { ...toFields(before), credit_limit: toWire(money(known.maxMinor ?? 0n, before.currency as Currency)) },
    after: { ...fields, credit_limit: toWire(money(limit, fields.currency)) },
    ...(reason ? { reason } : {}),
  });
  await bumpArea(db, 'dealers');
}

const slugErrors = { slug: ['Another dealer already has this URL slug.'] };

async function checked(db: Db, values: Fields, id: number | null) {
  const errors: Record<string, string[]> = {};
  if (await slugTaken(db, values.slug, id)) Object.assign(errors, slugErrors);
  if (values.tier_id !== null && !(await tierById(db, values.tier_id)))
    errors.tier_id = ['This dealer tier no longer exists.'];
  if (!values.billing_address) return { fields: values, errors };
  const billing = checkAddress(values.billing_address, 'billing_address.');
  return {
    fields: { ...values, billing_address: billing.address },
    errors: { ...errors, ...billing.errors } as Record<string, string[]>,
  };
}

function readLimit(text: string, currency: Currency, errors: Record<string, string[]>): bigint | null {
  const limit = parseMoney(text, currency);
  if (limit && limit.amountMinor >= 0n) return limit.amountMinor;
  errors.credit_limit = [`Enter an amount in ${currency}, zero or more.`];
  return null;
}

const toRow = ({ billing_address, ...same }: Fields) => ({
  ...same,
  billing_address: billing_address === null ? null : JSON.stringify(billing_address),
});

const toFields = (dealer: DealerRow): Fields => ({
  name: dealer.name,
  slug: dealer.slug,
  state: dealer.state as Fields['state'],
  currency: dealer.currency as Currency,
  preferred_display_currency: dealer.preferred_display_currency as Currency | null,
  legal_name: dealer.legal_name,
  billing_email: dealer.billing_email,
  billing_address: dealer.billing_address as Fields['billing_address'],
  install_share_percent: dealer.install_share_percent,
  tier_id: dealer.tier_id,
});
