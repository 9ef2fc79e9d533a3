import type { Owner } from '@tuneport/domain/ledger-accounts';
import { type CreditKind, creditsInWords, type Draw, drawFrom } from '@tuneport/domain/tune-credits';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type LotRow, lockLots, lotOf, lotsOf } from './credit-queries.ts';

/** Picks so many of somebody's credits, the oldest first, under the lock of their lots. */
export async function drawCredits(
  db: Db,
  wish: { readonly owner: Owner; readonly kind: CreditKind; readonly units: number; readonly now: Date },
): Promise<{ draws: Draw[]; lots: LotRow[] }> {
  await lockLots(db, wish);
  const lots = (await lotsOf(db, [wish.owner])).filter(({ kind }) => kind === wish.kind);
  const draws = drawFrom(lots.map(lotOf), wish.kind, wish.units, wish.now);
  if (draws) return { draws, lots };
  const left = lots.reduce((sum, { left_units, expires_at }) => (expires_at > wish.now ? sum + left_units : sum), 0);
  throw new Refusal('dealer_hit_credit_limit', {
    message: `This needs ${creditsInWords(wish.kind, wish.units)}, and ${left === 0 ? 'none is' : `${left} ${left === 1 ? 'is' : 'are'}`} left. Nothing was given.`,
    current: { left },
  });
}
