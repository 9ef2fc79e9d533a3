import { payOrder } from '../../modules/store/index.ts';
import type { SignedInActor } from '../../platform/actor.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { HistoryContext } from './history-context.ts';

/**
 * Pays an order of the past. False if the job that ends unpaid orders came between its placement and its payment: by
 * today's clock the time to pay is over. Such an order stays unpaid.
 */
export async function payInTime(
  { platform }: Pick<HistoryContext, 'platform'>,
  { id, actor, now }: { id: number; actor: SignedInActor; now: Date },
): Promise<boolean> {
  try {
    await payOrder(platform.db, platform, { id, actor, token: undefined, method: { token: 'test_ok' }, now });
    return true;
  } catch (error) {
    const { state } = await platform.db
      .selectFrom('orders')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (error instanceof Refusal && state === 'cancelled') return false;
    throw error;
  }
}
