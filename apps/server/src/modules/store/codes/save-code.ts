import type { CodeChange, NewCode } from '@tuneport/contract/store/store-codes-admin';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../../platform/refusal.ts';
import { affiliateById } from '../../affiliates/index.ts';
import { writeAudit } from '../../audit/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { saleCodeTaken } from '../../settings/index.ts';
import { type CodeRow, codeById, presentCode } from './code-record.ts';

type Fields = Required<z.output<typeof CodeChange>>;

export async function createCode(db: Db, actor: Actor, input: z.output<typeof NewCode>, now: Date) {
  const affiliate = input.affiliate_id === null ? undefined : await affiliateById(db, input.affiliate_id);
  const share_percent = input.share_percent ?? affiliate?.share_percent ?? '0';
  const fields: Fields = { ...input, start: input.start ?? now, share_percent };
  await check(db, fields, null);
  await requireNotOwnBusiness(db, actor, { affiliate: fields.affiliate_id });
  const { id } = await db
    .insertInto('discount_codes')
    .values({ ...toRow(fields), changed_by: actor.userId, updated_at: nextUpdatedAt(null, now) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudit(db, actor, 'codes.create', `code:${id}`, { after: fields });
  return presentCode((await codeById(db, id)) as CodeRow, now);
}

export async function updateCode(
  db: Db,
  actor: Actor,
  id: number,
  change: z.output<typeof CodeChange>,
  readAt: Date,
  now: Date,
) {
  const before = await lockCode(db, id);
  if (isStale(before.updated_at, readAt)) throw new Refusal('stale_record', { current: presentCode(before, now) });
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const fields: Fields = { ...toFields(before), ...defined };
  await check(db, fields, before);
  await requireNotOwnBusiness(db, actor, { affiliate: before.affiliate_id }, { affiliate: fields.affiliate_id });
  return store(db, actor, before, fields, 'codes.update', now);
}

/** Ends the code from now on; earlier uses remain. */
export async function endCode(db: Db, actor: Actor, id: number, now: Date) {
  const before = await lockCode(db, id);
  if (before.ends_at !== null && before.ends_at <= now) return presentCode(before, now);
  const fields = toFields(before);
  // A code that has not started gets a start just before its end.
  const [start, end] = before.starts_at < now ? [before.starts_at, now] : [new Date(now.getTime() - 1000), now];
  return store(db, actor, before, { ...fields, start, end }, 'codes.end', now);
}

async function lockCode(db: Db, id: number): Promise<CodeRow> {
  await db.selectFrom('discount_codes').select('id').where('id', '=', id).forUpdate().execute();
  const code = await codeById(db, id);
  if (!code) throw new Refusal('not_found');
  return code;
}

async function store(db: Db, actor: Actor, before: CodeRow, fields: Fields, act: string, now: Date) {
  await db
    .updateTable('discount_codes')
    .set({ ...toRow(fields), changed_by: actor.userId, updated_at: nextUpdatedAt(before.updated_at, now) })
    .where('id', '=', before.id)
    .execute();
  await writeAudit(db, actor, act, `code:${before.id}`, { before: toFields(before), after: fields });
  return presentCode((await codeById(db, before.id)) as CodeRow, now);
}

async function check(db: Db, fields: Fields, before: CodeRow | null): Promise<void> {
  const errors: Record<string, string[]> = {};
  if (fields.end !== null && fields.end <= fields.start) errors.end = ['The end must be after the start.'];
  if (fields.amountType === 'percent' && Number(fields.amount) > 100)
    errors.amount = ['The discount can be at most 100 percent.'];
  if (before && fields.uses_max !== null && fields.uses_max < before.uses)
    errors.uses_max = [`This code has already been used ${before.uses} times.`];
  if (fields.affiliate_id !== null && !(await affiliateById(db, fields.affiliate_id)))
    errors.affiliate_id = ['Affiliate not found.'];
  const same = await db.selectFrom('discount_codes').select('id').where('code', '=', fields.code).executeTakeFirst();
  if ((same && same.id !== before?.id) || (await saleCodeTaken(db, fields.code, null)))
    errors.code = ['Another code or sale already has this name.'];
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
}

const toRow = ({ start, end, amountType, ...same }: Fields) => ({
  ...same,
  starts_at: start,
  ends_at: end,
  amount_type: amountType,
});

const toFields = (row: CodeRow): Fields => ({
  code: row.code,
  name: row.name,
  affiliate_id: row.affiliate_id,
  type: row.type as Fields['type'],
  amount: row.amount,
  amountType: row.amount_type as Fields['amountType'],
  share_percent: row.share_percent,
  start: row.starts_at,
  end: row.ends_at,
  uses_max: row.uses_max,
});
