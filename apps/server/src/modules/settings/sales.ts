import type { NewSale, SaleChange } from '@tuneport/contract/settings/settings-admin';
import { isStale, nextUpdatedAt } from '@tuneport/domain/api/precondition';
import type { z } from 'zod';
import type { AuditActor } from '../../platform/actor.ts';
import { bumpArea } from '../../platform/cache/area-versions.ts';
import type { Db } from '../../platform/db/db.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { insertSale, removeSale, saleById, saleCodeTaken, storeSale } from './notice-queries.ts';
import { presentSaleRecord, type SaleRow } from './present.ts';

type Fields = z.output<typeof NewSale>;

export async function findSale(db: Db, id: number): Promise<SaleRow> {
  const sale = await saleById(db, id);
  if (!sale) throw new Refusal('not_found');
  return sale;
}

export async function createSale(db: Db, actor: AuditActor, input: Fields, now: Date): Promise<SaleRow> {
  await requireFit(db, input, null);
  const sale = await insertSale(db, {
    ...toRow(input),
    changed_by: actor.userId,
    updated_at: nextUpdatedAt(null, now),
  });
  if (!sale) throw codeTaken();
  await writeAudit(db, actor, 'sales.create', `sale:${sale.id}`, { after: toFields(sale) });
  await bumpArea(db, 'settings');
  return sale;
}

export async function updateSale(
  db: Db,
  actor: AuditActor,
  id: number,
  change: z.output<typeof SaleChange>,
  readAt: Date,
  now: Date,
): Promise<SaleRow> {
  const before = await saleById(db, id, 'lock');
  if (!before) throw new Refusal('not_found');
  if (isStale(before.updated_at, readAt)) {
    throw new Refusal('stale_record', { current: presentSaleRecord(before, now) });
  }
  const fields = { ...toFields(before), ...definedOf(change) };
  if (fields.uses_max !== null && fields.uses_max < before.uses)
    throw fieldRefusal({ uses_max: [`This code has already been used ${before.uses} times.`] });
  await requireFit(db, fields, id);
  const stamp = { changed_by: actor.userId, updated_at: nextUpdatedAt(before.updated_at, now) };
  const sale = await storeSale(db, id, { ...toRow(fields), ...stamp });
  await writeAudit(db, actor, 'sales.update', `sale:${id}`, { before: toFields(before), after: toFields(sale) });
  await bumpArea(db, 'settings');
  return sale;
}

export async function deleteSale(db: Db, actor: AuditActor, id: number): Promise<void> {
  const sale = await removeSale(db, id);
  if (!sale) throw new Refusal('not_found');
  await writeAudit(db, actor, 'sales.delete', `sale:${id}`, { before: toFields(sale) });
  await bumpArea(db, 'settings');
}

async function requireFit(db: Db, sale: Fields, id: number | null): Promise<void> {
  const errors: Record<string, string[]> = {};
  if (sale.end <= sale.start) errors.end = ['The end must be after the start.'];
  if (sale.amountType === 'percent' && Number(sale.amount) > 100)
    errors.amount = ['The discount can be at most 100 percent.'];
  if (sale.code !== null && (await saleCodeTaken(db, sale.code, id))) Object.assign(errors, codeTakenErrors);
  if (Object.keys(errors).length > 0) throw fieldRefusal(errors);
}

const codeTakenErrors = { code: ['Another sale already has this code.'] };
const codeTaken = () => fieldRefusal(codeTakenErrors);

const definedOf = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as T;

const toRow = ({ start, end, amountType, ...same }: Fields) => ({
  ...same,
  starts_at: start,
  ends_at: end,
  amount_type: amountType,
});

const toFields = (sale: SaleRow): Fields => ({
  name: sale.name,
  description: sale.description,
  type: sale.type as Fields['type'],
  amount: sale.amount,
  amountType: sale.amount_type as Fields['amountType'],
  code: sale.code,
  countdown: sale.countdown,
  uses_max: sale.uses_max,
  start: sale.starts_at,
  end: sale.ends_at,
});
