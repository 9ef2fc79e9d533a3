import { releaseDaysMax } from '@tuneport/domain/dealers/credit-control';
import { dayMs } from '@tuneport/domain/units/durations';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { requireNotOwnBusiness } from '../../ledger/index.ts';
import { dealerById } from '../queries.ts';

type Release = { readonly days: number; readonly reason: string };

/** Lets a paused dealer buy on account for some days. A second person approves it, so it is called by an approval only. */
export async function releaseAccount(db: Db, actor: Actor, dealerId: number, { days, reason }: Release, now: Date) {
  const dealer = await dealerById(db, dealerId, 'lock');
  if (!dealer) throw new Refusal('not_found');
  await requireNotOwnBusiness(db, actor, { dealer: dealerId });
  if (dealer.account_paused_at === null)
    throw new Refusal('conflict', { message: 'Sales on account are not paused for this dealer.' });
  const until = new Date(now.getTime() + Math.min(days, releaseDaysMax) * dayMs);
  await db.updateTable('dealers').set({ account_released_until: until }).where('id', '=', dealerId).execute();
  await writeAudit(db, actor, 'dealers.release-account', `dealer:${dealerId}`, { until: until.toISOString(), reason });
}
