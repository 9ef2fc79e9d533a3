import { NewDealer } from '@tuneport/contract/dealers/dealers-admin';
import type { AddressFields } from '@tuneport/contract/identity/addresses';
import type { Currency } from '@tuneport/domain/money/money';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { addMember } from '../members.ts';
import { dealerById } from '../queries.ts';
import { createDealer } from '../save-dealer.ts';
import { sendApplicationMail } from './application-mails.ts';
import { applicationById } from './application-queries.ts';
import { lockForStaff, stepApplication } from './step-application.ts';

type Terms = {
  readonly slug: string;
  readonly currency: Currency;
  readonly credit_limit: string;
  readonly tier_id: number | null;
};

/** Creates the dealer of an application, with the applicant as its manager. */
export async function approveDealer(
  db: Db,
  origin: string,
  actor: Actor,
  id: number,
  terms: Terms,
  now: Date,
): Promise<number> {
  const row = await lockForStaff(db, actor, 'dealer', id);
  let dealerId = 0;
  await stepApplication(
    { db, now },
    row,
    'approve',
    { ...actor, as: 'staff' },
    {
      async set() {
        const { address } = row.details as { address: z.output<typeof AddressFields> };
        const { user_email = '' } = (await applicationById(db, id)) ?? {};
        const input = NewDealer.parse({
          ...terms,
          name: row.name,
          legal_name: row.name,
          billing_email: user_email,
          billing_address: address,
        });
        dealerId = await createDealer(db, actor, input, now);
        await addMember(db, actor, dealerId, { user_id: row.user_id, kind: 'manager' });
        return { dealer_id: dealerId };
      },
    },
  );
  const dealer = await dealerById(db, dealerId);
  await sendApplicationMail(db, origin, id, { path: `/dealer/${dealer?.slug ?? ''}` });
  return dealerId;
}
