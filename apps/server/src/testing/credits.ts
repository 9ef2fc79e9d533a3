import { sql } from 'kysely';
import type { Client, TestServer } from './server.ts';

/** Every owner's lots say what the ledger says: what is left of them and what is held. Fails with the first that does not. */
export async function proveCredits({ db }: TestServer): Promise<void> {
  const { rows } = await sql<{
    owner: string;
    kind: string;
    left: number;
    held: number;
    posted: bigint;
    pending: bigint;
  }>`
    select coalesce(l.owner, b.owner) as owner, coalesce(l.kind, b.kind) as kind, coalesce(l.left, 0)::integer as left,
      coalesce(l.held, 0)::integer as held, coalesce(b.posted, 0)::bigint as posted, coalesce(b.pending, 0)::bigint as pending
    from (select owner, kind, sum(left_units) as left, sum(held_units) as held from tune_credit_left group by 1, 2) l
    full join (
      select a.owner, substr(a.unit, 4) as kind, b.posted_minor as posted, b.pending_debit_minor as pending
      from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.kind = 'credits'
    ) b on b.owner = l.owner and b.kind = l.kind`.execute(db);
  for (const { owner, kind, left, held, posted, pending } of rows)
    if (BigInt(left + held) !== -posted || BigInt(held) !== pending)
      throw new Error(
        `${owner} has ${left} + ${held} ${kind} credits in lots, and ${-posted} with ${pending} held in the ledger`,
      );
  const { rows: values } = await sql<{ currency: string; lots: bigint; owed: bigint }>`
    select coalesce(l.currency, o.unit) as currency, coalesce(l.value, 0)::bigint as lots, coalesce(o.owed, 0)::bigint as owed
    from (
      select l.currency, sum(l.value_minor) - coalesce(sum(u.value), 0) as value from tune_credit_lots l
      left join lateral (select sum(value_minor) as value from tune_credit_uses x where x.lot_id = l.id and x.state = 'done') u on true
      where l.currency is not null group by 1
    ) l
    full join (
      select a.unit, -sum(e.amount_minor) as owed from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.kind = 'defer.credits' and not e.pending group by 1
    ) o on o.unit = l.currency`.execute(db);
  for (const { currency, lots, owed } of values)
    if (lots !== owed) throw new Error(`lots are worth ${lots} ${currency}, and the ledger owes ${owed} for them`);
}

/** What somebody has of each kind, as they are told. */
export async function creditsOf(client: Client, dealerId: number | null = null) {
  const { body } = await client.call('GET /tune-credits');
  const group = body.owners.find(({ dealer }) => (dealer?.id ?? null) === dealerId);
  return Object.fromEntries((group?.kinds ?? []).map(({ kind, available }) => [kind, available]));
}

/** Staff give credits; answers the lot. */
export async function grant(admin: Client, recipient: string, kind: string, units: number, more: object = {}) {
  const given = await admin.call('POST /v1/admin/tune-credits', {
    body: { recipient, kind, units, reason: 'A test', ...more },
  });
  if (given.status !== 201) throw new Error(JSON.stringify(given.body));
  return given.body;
}
