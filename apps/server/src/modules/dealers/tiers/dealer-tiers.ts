import { dealerTiers } from '@tuneport/contract/dealers/dealer-tiers';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { countOf } from '../../../platform/db/lists/count-of.ts';
import { defineRecords } from '../../../platform/records/define-records.ts';
import { createRecord } from '../../../platform/records/records.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';

export const tiers = defineRecords(dealerTiers, {
  table: 'dealer_tiers',
  subject: 'dealer-tier',
  acts: 'dealer-tiers',
  select: sql`r.*, trim_scale(r.tunes_percent)::text as tunes_percent, trim_scale(r.products_percent)::text as products_percent,
    (select count(*)::int from dealers d where d.tier_id = r.id) as dealers`,
  search: ['r.name', 'r.terms'],
  sort: { name: 'lower(r.name)', position: 'r.position', tunes_percent: 'r.tunes_percent' },
  order: 'r.position, lower(r.name)',
  constraints: { dealer_tiers_name: ['name', 'Another dealer tier has this name.'] },
  async check(db, change, before, { actor }) {
    if (before && (change.tunes_percent !== undefined || change.products_percent !== undefined))
      await requireNoneOwn(db, actor, before.id);
    return {};
  },
  uses: async (db, id) => [{ count: await countOf(db, 'dealers', 'tier_id', id), one: 'dealer', many: 'dealers' }],
});

export const createTier = (db: Db, actor: Actor, fields: z.output<typeof dealerTiers.create>, now: Date) =>
  createRecord(db, actor, tiers.kind, fields, now);

/** The percentages of a tier are worth money to its dealers, so staff cannot change those of their own dealer. */
async function requireNoneOwn(db: Db, actor: Actor, id: number): Promise<void> {
  const own = [...actor.dealers, ...actor.suspended.dealers].map((dealer) => dealer.id);
  if (own.length === 0) return;
  const rows = await db.selectFrom('dealers').select('id').where('tier_id', '=', id).where('id', 'in', own).execute();
  await requireNotOwnBusiness(db, actor, ...rows.map((dealer) => ({ dealer: dealer.id })));
}
