import { submitApplication } from '../../modules/dealers/index.ts';
import { insertUser } from '../../modules/identity/index.ts';
import { demoEmail } from '../demo-accounts.ts';
import { actorFor } from '../history/people.ts';
import { daysBefore, type SeedContext } from './seed-context.ts';

const applicants = [
  {
    address: 'new-dealer',
    name: 'Rae Holloway',
    days: 3,
    kind: 'dealer',
    of: 'Holloway Speed Shop',
    details: {
      company: 'Holloway Speed Shop',
      website: 'https://holloway.example',
      address: {
        country_code: 'CA',
        full_name: 'Holloway Speed Shop',
        line1: '77 Invented Avenue',
        line2: '',
        city: 'Kelowna',
        state: 'BC',
        postal_code: 'V1Y 1A1',
        email: '',
        phone: '',
      },
      contact: { name: 'Rae Holloway', phone: '+1 250 555 0133' },
      tools: [],
      specializations: [],
      about: 'Two lifts, a hub dyno and eleven years of European cars.',
    },
  },
  {
    address: 'new-affiliate',
    name: 'Jules Ember',
    days: 1,
    kind: 'affiliate',
    of: 'Jules Ember',
    details: {
      about: 'I film dyno days and cold starts. 38,000 people follow the channel.',
      socials_1: 'https://video.example/ember',
      socials_2: '',
      socials_3: '',
    },
  },
] as const;

/** Applications that wait for a decision. */
export async function buildDemoApplications({ platform: { db }, now }: SeedContext): Promise<void> {
  for (const { address, name, days, kind, of, details } of applicants) {
    const email = demoEmail(address);
    await db.transaction().execute(async (tx) => {
      const id = await insertUser(tx, { name, email, password_hash: null, email_confirmed_at: now });
      if (id === null) return;
      const actor = actorFor(id, { name, email, address: '127.0.0.1' });
      await submitApplication(tx, actor, { kind, name: of, details }, daysBefore(now, days));
    });
  }
}
