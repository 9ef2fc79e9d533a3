import { type OnboardingStep, onboardingSteps } from '@tuneport/domain/dealers/onboarding';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { writeAudit } from '../../audit/index.ts';
import { hasBillingInfo } from '../policy.ts';
import type { DealerRow } from '../queries.ts';
import { ownDealer } from './own-dealer.ts';

/** The six steps: found in the dealer's data, or marked by a manager who does not need one. */
export async function stepsOf(db: Db, dealer: DealerRow | (Omit<DealerRow, 'currency'> & { currency: string })) {
  const { rows } = await sql<Record<Exclude<OnboardingStep, 'billing'>, boolean> & { marked: OnboardingStep[] }>`
    select exists (select from dealer_addresses a where a.dealer_id = ${dealer.id}) as address,
      exists (select from dealer_tools t where t.dealer_id = ${dealer.id}) as tools,
      exists (select from dealer_specialization_links s where s.dealer_id = ${dealer.id}) as specializations,
      (select count(*) > 1 from dealer_members m where m.dealer_id = ${dealer.id}) as member,
      exists (select from catalog_purchases p where p.dealer_id = ${dealer.id} and p.state not in ('pending_payment', 'cancelled'))
        or exists (select from orders o where o.dealer_id = ${dealer.id} and o.paid_at is not null) as purchase,
      coalesce((select array_agg(o.step) from dealer_onboarding o where o.dealer_id = ${dealer.id}), '{}') as marked`.execute(
    db,
  );
  const row = rows[0];
  return onboardingSteps.map((step) => {
    const found = step === 'billing' ? hasBillingInfo(dealer) : (row?.[step] ?? false);
    return { step, found, done: found || (row?.marked.includes(step) ?? false) };
  });
}

export async function markStep(
  db: Db,
  actor: Actor,
  ref: number | string,
  { step, done }: { step: OnboardingStep; done: boolean },
  now: Date,
) {
  const dealer = await ownDealer(db, actor, ref, 'manage');
  const before = (await stepsOf(db, dealer)).find((one) => one.step === step);
  if (!done && before?.found)
    throw new Refusal('conflict', { message: 'This step is done, as your data shows. It cannot be reopened.' });
  if (done)
    await db
      .insertInto('dealer_onboarding')
      .values({ dealer_id: dealer.id, step, done_by: actor.userId, done_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else await db.deleteFrom('dealer_onboarding').where('dealer_id', '=', dealer.id).where('step', '=', step).execute();
  await writeAudit(db, actor, 'dealers.onboarding-step', `dealer:${dealer.id}`, { step, done });
  return stepsOf(db, dealer);
}
