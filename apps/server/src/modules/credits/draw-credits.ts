import { type CreditKind, creditsLabel, type Draw, drawFrom } from '@tuneport/domain/credits/tune-credits';
import type { Owner } from '@tuneport/domain/ledger/ledger-accounts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type LotRow, lockLots, lotOf, lotsOf } from './credit-queries.ts';

/** Draws the given number of credits, oldest first, under the lock of their lots. */
export async function drawCredits(
  db: Db,
  input: { readonly owner: Owner; readonly kind: CreditKind; readonly units: number; readonly now: Date },
): Promise<{ draws: Draw[]; lots: LotRow[] }> {
  await lockLots(db, input);
  const lots = (await lotsOf(db, [input.owner])).filter(({ kind }) => kind === input.kind);
  const draws = drawFrom(lots.map(lotOf), input.kind, input.units, input.now);
  if (draws) return { draws, lots };
  const left = lots.reduce((sum, { left_units, expires_at }) => (expires_at > input.now ? sum + left_units : sum), 0);
  throw new Refusal('dealer_hit_credit_limit', {
    message: `This needs ${creditsLabel(input.kind, input.units)}, and ${left === 0 ? 'none is' : `${left} ${left === 1 ? 'is' : 'are'}`} left. No credits were given.`,
    current: { left },
  });
}
