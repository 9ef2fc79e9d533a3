import { createHash } from 'node:crypto';
import { creditCode } from '@tuneport/domain/credits/credit-codes';
import { createCreditCode, issueCredits } from '../modules/credits/index.ts';
import type { Db } from '../platform/db/db.ts';

const day = 86_400_000;
/** The open code of the demo data set is always the same, so that a link to it can be documented. */
const demoCode = creditCode(createHash('sha256').update('demo code').digest());

type Person = (address: string) => { readonly id: number; readonly name: string };

/** Some tune credits of a customer and of a dealer, one lot that expires soon, and codes to claim. */
export async function buildDemoCredits(
  db: Db,
  now: Date,
  person: Person,
  { emailOf, origin }: { emailOf: (address: string) => string; origin: string },
): Promise<void> {
  const dealer = await db.selectFrom('dealers').select('id').where('slug', '=', 'north-bay').executeTakeFirstOrThrow();
  const actorId = person('admin').id;
  const customer = `user:${person('customer').id}` as const;
  const northBay = `dealer:${dealer.id}` as const;
  const lots = [
    { owner: customer, kind: 'ecu', units: 2, reason: 'Thank you for waiting', days: 365 },
    { owner: customer, kind: 'universal', units: 1, reason: 'Winner of the autumn draw', days: 20 },
    { owner: northBay, kind: 'ecu', units: 5, reason: 'A good start', days: 365 },
    { owner: northBay, kind: 'tcu', units: 3, reason: 'A good start', days: 365 },
    { owner: northBay, kind: 'awd', units: 1, reason: 'A good start', days: 365 },
  ] as const;
  for (const [at, { days, ...lot }] of lots.entries())
    await issueCredits(db, {
      ...lot,
      source: 'grant',
      subject: lot.owner,
      key: `credits:demo:${at}`,
      actorId,
      expiresAt: new Date(now.getTime() + days * day),
      now,
    });
  // The dealer's code is mailed to the customer and unclaimed; ours is for the first claimant.
  await createCreditCode(db, origin, {
    kind: 'tcu',
    units: 1,
    dealerId: dealer.id,
    recipient: emailOf('customer'),
    note: 'For your next gearbox tune',
    actorId: person('dealer').id,
    now,
  });
  await createCreditCode(
    db,
    origin,
    { kind: 'ecu', units: 1, note: 'For a visitor of the show', actorId, now },
    demoCode,
  );
}
