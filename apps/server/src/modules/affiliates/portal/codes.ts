import { affiliateCodesMax, affiliateDiscountMax } from '@tuneport/domain/affiliates/levels';
import { ratio } from '@tuneport/domain/money/money';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { saleCodeTaken } from '../../settings/index.ts';
import { requireAffiliate } from '../policy.ts';

const columns = [
  'id',
  'code',
  'amount',
  'amount_type',
  'share_percent',
  'uses',
  'uses_max',
  'starts_at',
  'ends_at',
  'created_at',
] as const;

/** With those that ended: a code stays taken, so that links that name it never lead to another one. */
const codesEverMax = 500;

const codesOf = (db: Db, affiliateId: number) =>
  db
    .selectFrom('discount_codes')
    .select(columns)
    .where('affiliate_id', '=', affiliateId)
    .orderBy('id', 'desc')
    .limit(codesEverMax)
    .execute();
type Row = Awaited<ReturnType<typeof codesOf>>[number];

const isRunning = ({ ends_at, uses, uses_max }: Row, now: Date) =>
  (ends_at === null || ends_at > now) && (uses_max === null || uses < uses_max);

const present = (row: Row, now: Date) => ({
  id: row.id,
  code: row.code,
  amount: row.amount,
  amountType: row.amount_type as 'percent' | 'dollar',
  share_percent: row.share_percent,
  uses: row.uses,
  running: isRunning(row, now),
  created_at: row.created_at,
  ended_at: row.ends_at !== null && row.ends_at <= now ? row.ends_at : null,
});

export async function listCodes(db: Db, actor: Actor, affiliateId: number, now: Date) {
  await requireAffiliate(db, actor, affiliateId);
  return (await codesOf(db, affiliateId)).map((row) => present(row, now));
}

type NewCode = { code: string; amount: string | number; amountType: 'percent' | 'dollar' };

/** The code pays the current share of the affiliate. Its members cannot use it themselves. */
export async function createCode(db: Db, actor: Actor, affiliateId: number, input: NewCode, now: Date) {
  const affiliate = await requireAffiliate(db, actor, affiliateId, 'lock');
  const isMember = actor.affiliates.some(({ id }) => id === affiliateId);
  if (!isMember) await requireNotOwnBusiness(db, actor, { affiliate: affiliateId });
  const errors: Record<string, string[]> = {};
  const most = affiliateDiscountMax[input.amountType];
  const { numerator, denominator } = ratio(String(input.amount));
  if (numerator > BigInt(most) * denominator)
    errors.amount = [
      `Choose at most ${most}${input.amountType === 'percent' ? ' %' : ''}. Ask us for larger discounts.`,
    ];
  const codes = await codesOf(db, affiliateId);
  const running = codes.filter((row) => isRunning(row, now));
  if (running.length >= affiliateCodesMax) errors.code = [`You can have at most ${affiliateCodesMax} running codes.`];
  if (codes.length >= codesEverMax) errors.code = ['You have made too many codes. Contact us for another.'];
  if (await saleCodeTaken(db, input.code, null)) errors.code = [taken];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
  const made = await db
    .insertInto('discount_codes')
    .values({
      code: input.code,
      name: `Code ${input.code}`,
      affiliate_id: affiliateId,
      type: 'site',
      amount: `${input.amount}`,
      amount_type: input.amountType,
      share_percent: affiliate.share_percent,
      starts_at: now,
      changed_by: actor.userId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning(columns)
    .executeTakeFirst();
  if (!made) throw fieldRefusal({ code: [taken] });
  await writeAudit(db, actor, 'affiliates.create-code', `affiliate:${affiliateId}`, {
    after: { code: input.code, amount: `${input.amount}`, amountType: input.amountType },
  });
  return present(made, now);
}
const taken = 'This code is taken. Choose another.';

export async function endCode(db: Db, actor: Actor, affiliateId: number, codeId: number, now: Date): Promise<void> {
  await requireAffiliate(db, actor, affiliateId);
  const ended = await db
    .updateTable('discount_codes')
    .set({ ends_at: now, changed_by: actor.userId })
    .where('id', '=', codeId)
    .where('affiliate_id', '=', affiliateId)
    .where('starts_at', '<', now)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', now)]))
    .returning('code')
    .executeTakeFirst();
  if (!ended) throw new Refusal('not_found');
  await writeAudit(db, actor, 'affiliates.end-code', `affiliate:${affiliateId}`, { before: { code: ended.code } });
}
