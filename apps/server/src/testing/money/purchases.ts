import { randomUUID } from 'node:crypto';
import type { AccountKind, Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { sql } from 'kysely';
import { receivable } from '../../modules/dealers/index.ts';
import { balanceOf, setLimit, verifyLedger } from '../../modules/ledger/index.ts';
import { reconcile } from '../../modules/payments/index.ts';
import { cachesRefreshed, catalogFactories, storeSetting } from '../catalog.ts';
import type { Client, TestServer } from '../server.ts';
import { setTaxes, vancouver } from '../shop.ts';

export const disclaimer = 'Your car, your risk.';

/** A vehicle with one tune and its tool, five per cent tax in Canada, and a tuner with a 40 % share of the tune. */
export async function tuneShop(server: TestServer) {
  const make = catalogFactories(server.db);
  const admin = await server.as({ role: 3 });
  await setTaxes(server, admin, [{ country_code: 'CA', state: '', name: 'GST', percent: '5' }]);
  await storeSetting(server, 'tuning_disclaimer', '');
  const { engine } = await make.vehicle({ make: 'Testwagen', model: 'Runner', year: '2015' });
  const tool = await make.tool({ name: 'Bench', fee: 5_000 });
  const tune = await make.tune({
    name: 'Stage 1',
    engines: [engine.id],
    tools: [tool.id],
    price: { base: 50_000, dealer: 40_000 },
  });
  const tuner = await server.make.tuner();
  await server.db.updateTable('tuners').set({ share_percent: '40' }).where('id', '=', tuner.id).execute();
  await server.db.updateTable('tunes').set({ tuner_id: tuner.id }).where('id', '=', tune.id).execute();
  await cachesRefreshed(server);
  return {
    make,
    admin,
    engine,
    tool,
    tune,
    tuner,
    selection: { engine: engine.id, tunes: [tune.id], tools: [tool.id] },
  };
}

const billing = {
  country_code: 'CA',
  full_name: 'North Bay Performance',
  line1: '4 Harbour Road',
  line2: '',
  city: 'North Bay',
  state: 'ON',
  postal_code: 'P1B 8G6',
  email: '',
  phone: '',
};

/** A dealer that may buy on account up to a limit, and one of its members. */
export async function accountDealer(
  server: TestServer,
  input: { limitMinor: bigint; billing?: boolean; installPercent?: string },
) {
  const member = await server.as({ role: 4 });
  const dealer = await server.make.dealer({ members: [member.userId ?? 0] });
  if (input.billing ?? true)
    await server.db
      .updateTable('dealers')
      .set({
        legal_name: 'North Bay Performance Ltd.',
        billing_email: 'bills@northbay.test',
        billing_address: JSON.stringify(billing),
        install_share_percent: input.installPercent ?? '80',
      })
      .where('id', '=', dealer.id)
      .execute();
  await setLimit(server.db, receivable(dealer.id, 'CAD'), { maxMinor: input.limitMinor, at: new Date() });
  return { member, dealer };
}

export async function estimated(client: Client, selection: object, more: object = {}): Promise<string> {
  const made = await client.call('POST /v1/catalog/estimate', { body: { ...selection, ...more } });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return made.body.hash;
}

export const payCard = (client: Client, estimate_hash: string, more: object = {}, key: string = randomUUID()) =>
  client.call('POST /v1/catalog/pay', {
    body: { estimate_hash, billing: vancouver, method: { token: 'test_ok' }, ...more },
    idempotencyKey: key,
  });

export const payLater = (client: Client, estimate_hash: string, more: object = {}, key: string = randomUUID()) =>
  client.call('POST /v1/catalog/pay-later', { body: { estimate_hash, ...more }, idempotencyKey: key });

/** The ledger balance of a purchase on one kind of account, in signed minor units: debits are positive. */
export async function bookedFor(server: TestServer, id: number, kind: AccountKind, owner: Owner = 'house') {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as sum from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    join ledger_accounts a on a.id = e.account_id
    where t.subject in (${`purchase:${id}`}, ${`purchase-account:${id}`}) and not e.pending and a.kind = ${kind} and a.owner = ${owner}`.execute(
    server.db,
  );
  return rows[0]?.sum ?? 0n;
}

export const owes = async (server: TestServer, dealerId: number) => {
  const { postedMinor, pendingDebitMinor } = await balanceOf(server.db, receivable(dealerId, 'CAD'));
  return { posted: postedMinor, held: pendingDebitMinor };
};

/** Verifies the ledger against itself, the provider and purchases. */
export async function proveBooks(server: TestServer): Promise<void> {
  const { problems } = await verifyLedger(server.db);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  const provider = server.platform.payments;
  if (!provider) throw new Error('no provider');
  const { breaks } = await reconcile(server.db, provider, new Date(Date.now() - 3_600_000));
  if (breaks.length > 0) throw new Error(JSON.stringify(breaks));
}
