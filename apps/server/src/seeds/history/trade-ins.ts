import { acceptOffer, decideTradeIn, declineOffer, shipTradeIn, submitTradeIn } from '../../modules/store/index.ts';
import type { Db } from '../../platform/db/db.ts';
import { chance } from '../chance.ts';
import { dayMs } from './calendar.ts';
import type { HistoryContext } from './history-context.ts';
import { pick } from './invented.ts';

const tools = [
  ['KESS Link', 'kess-link', '260.00'],
  ['CMDflash Desk', 'cmd-desk', '340.00'],
  ['FlashZilla Lite', 'flashzilla-lite', '120.00'],
  ['Gearbox Link', 'gearbox-link', '190.00'],
] as const;
const location = 'main-warehouse';

/** A used tool from the request to the credit. Some are rejected or declined; the newest wait for an answer. */
export async function addTradeIn(context: HistoryContext, moment: Date, number: number): Promise<void> {
  const { seed, people, platform, clock } = context;
  const label = `trade-in ${number}`;
  const owners = people.customers.filter(({ since }) => since < moment);
  const owner = owners.length > 0 ? pick(owners, seed, label) : people.customers[0];
  if (!owner) return;
  const serial = `H${String(100_000 + number)}`;
  clock.now = moment;
  // All steps are one transaction, so that an interrupted load finds the whole trade-in or none of it.
  await platform.db.transaction().execute(async (db) => {
    const known = await db.selectFrom('trade_ins').select('id').where('serial', '=', serial).executeTakeFirst();
    if (!known) await tradeIn(context, db, moment, { label, serial, owner });
  });
}

type Part = { label: string; serial: string; owner: HistoryContext['people']['customers'][number] };

async function tradeIn(context: HistoryContext, db: Db, moment: Date, { label, serial, owner }: Part): Promise<void> {
  const { seed, people, platform, clock, now: today } = context;
  const { actor, billing } = owner;
  const origin = platform.config.publicOrigin;
  const [tool, product, amount] = pick(tools, seed, `${label} tool`);
  const { id } = await submitTradeIn(
    db,
    origin,
    actor,
    {
      tool,
      serial,
      condition: pick(['as_new', 'used', 'worn'] as const, seed, `${label} condition`),
      full_name: billing.full_name,
      email: billing.email,
      phone: '',
      note: 'Cable and power supply are included.',
      wanted_product: null,
    },
    moment,
  );
  const at = (days: number): Date | null => {
    const then = new Date(moment.getTime() + days * dayMs);
    if (then >= today) return null;
    clock.now = then;
    return then;
  };
  const decide = async (now: Date, input: Omit<Parameters<typeof decideTradeIn>[4], 'note'> & { note?: string }) => {
    const { updated_at } = await db
      .selectFrom('trade_ins')
      .select('updated_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await decideTradeIn(db, origin, people.superAdmin, id, { note: '', ...input }, updated_at, now);
  };
  const ending = chance(seed, `${label} ending`);
  const offered = at(1 + chance(seed, `${label} offered`));
  if (!offered) return;
  if (ending < 0.12) return decide(offered, { state: 'rejected', note: 'We no longer take this version of the tool.' });
  await decide(offered, { state: 'offered', offer: { amount, currency: 'CAD', days: 14 } });
  const answered = at(3 + chance(seed, `${label} answered`) * 3);
  if (!answered) return;
  const answer = { id, actor, token: undefined, now: answered };
  if (ending < 0.25) return declineOffer(db, answer);
  await acceptOffer(db, origin, { ...answer, payAs: 'balance', seen: undefined });
  const sent = at(8);
  if (!sent) return;
  await shipTradeIn(db, { ...answer, now: sent, tracking: `1Z${String(9_700_000_000_000_000 + id).slice(0, 16)}` });
  const received = at(12);
  if (received) await decide(received, { state: 'received', product, location });
  const credited = received && at(13);
  if (credited) await decide(credited, { state: 'credited' });
}
