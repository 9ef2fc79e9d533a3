import { undecidedApplications } from '@tuneport/domain/dealers/application-states';
import type { DeletionBlocker } from '@tuneport/domain/identity/account-deletion';
import { isAdmin, type Role } from '@tuneport/domain/identity/roles';
import { type Currency, money, moneyText } from '@tuneport/domain/money/money';
import { endedTradeIns } from '@tuneport/domain/store/trade-in-states';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

type Found = {
  role: number;
  flags: string[];
  dealers: string[];
  tuners: string[];
  affiliates: string[];
  balances: { unit: string; amount_minor: string }[];
  orders: number;
  purchases: number;
  requests: number;
  rentals: number;
  trade_ins: number;
  value_transfers: number;
  disputes: number;
  applications: number;
};

const openOrders = ['pending_payment', 'paid', 'on_hold', 'part_shipped'];
const openPurchases = ['pending_payment', 'paid', 'waiting_file', 'linked'];
const openRequests = [
  'queued',
  'in_progress',
  'waiting_customer',
  'on_ice',
  'in_review',
  'revision_requested',
  'locked',
];
const endedRentals = ['closed', 'lost', 'cancelled'];
const endedTransfers = ['performed', 'rejected', 'cancelled', 'reversed'];

/** Everything that keeps an account from being deleted. Records of a dealer stay with the dealer and block nothing. */
export async function deletionBlockers(db: Db, userId: number): Promise<DeletionBlocker[]> {
  const { rows } = await sql<Found>`
    select u.role, u.flags,
      array(select d.name from dealer_members m join dealers d on d.id = m.dealer_id where m.user_id = u.id and m.kind = 'manager'
        and not exists (select from dealer_members o where o.dealer_id = d.id and o.kind = 'manager' and o.user_id <> u.id)
        order by d.name) as dealers,
      array(select t.name from tuner_members m join tuners t on t.id = m.tuner_id where m.user_id = u.id
        and not exists (select from tuner_members o where o.tuner_id = t.id and o.user_id <> u.id) order by t.name) as tuners,
      array(select a.name from affiliate_members m join affiliates a on a.id = m.affiliate_id where m.user_id = u.id
        and not exists (select from affiliate_members o where o.affiliate_id = a.id and o.user_id <> u.id) order by a.name) as affiliates,
      (select coalesce(json_agg(json_build_object('unit', a.unit, 'amount_minor',
          (abs(b.posted_minor) + b.pending_debit_minor + b.pending_credit_minor)::text) order by a.unit, a.kind), '[]')
        from ledger_accounts a join ledger_balances b on b.account_id = a.id
        where a.owner = 'user:' || u.id and a.kind <> 'credits'
          and (b.posted_minor <> 0 or b.pending_debit_minor <> 0 or b.pending_credit_minor <> 0)) as balances,
      (select count(*)::int from orders o where o.user_id = u.id and o.dealer_id is null and o.state = any(${openOrders})) as orders,
      (select count(*)::int from catalog_purchases p
        where p.user_id = u.id and p.dealer_id is null and p.state = any(${openPurchases})) as purchases,
      (select count(*)::int from tune_requests r
        where r.user_id = u.id and r.dealer_id is null and r.state = any(${openRequests})) as requests,
      (select count(*)::int from rentals r join orders o on o.id = r.order_id
        where o.user_id = u.id and o.dealer_id is null and r.state <> all(${endedRentals})) as rentals,
      (select count(*)::int from trade_ins t
        where t.user_id = u.id and t.dealer_id is null and t.state <> all(${endedTradeIns})) as trade_ins,
      (select count(*)::int from value_transfers v
        where v.user_id = u.id and v.dealer_id is null and v.state <> all(${endedTransfers})) as value_transfers,
      (select count(*)::int from payments p where p.payer = 'user:' || u.id and p.state = 'disputed') as disputes,
      (select count(*)::int from partner_applications a where a.user_id = u.id and a.state = any(${undecidedApplications})) as applications
    from users u where u.id = ${userId}`.execute(db);
  const [found] = rows;
  if (!found) return [];
  const counted = (kind: DeletionBlocker['kind'], count: number): DeletionBlocker[] =>
    count > 0 ? [{ kind, count, names: [] }] : [];
  const named = (kind: DeletionBlocker['kind'], names: readonly string[]): DeletionBlocker[] =>
    names.length > 0 ? [{ kind, count: names.length, names }] : [];
  return [
    ...counted('staff', isAdmin(found.role as Role) || found.flags.length > 0 ? 1 : 0),
    ...named('dealer', found.dealers),
    ...named('tuner', found.tuners),
    ...named('affiliate', found.affiliates),
    ...named('balance', found.balances.map(balanceText)),
    ...counted('orders', found.orders),
    ...counted('purchases', found.purchases),
    ...counted('requests', found.requests),
    ...counted('rentals', found.rentals),
    ...counted('trade-ins', found.trade_ins),
    ...counted('value-transfers', found.value_transfers),
    ...counted('disputes', found.disputes),
    ...counted('applications', found.applications),
  ];
}

/** The size of a balance: whether we owe it or are owed it, it has to be settled. */
const balanceText = ({ unit, amount_minor }: Found['balances'][number]): string =>
  moneyText(money(BigInt(amount_minor), unit as Currency));
