import type { AddressFields } from '@tuneport/contract/identity/addresses';
import { isCreditUnit, type Owner } from '@tuneport/domain/ledger/ledger-accounts';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type AccountBalance, balanceLabel, balancesOf, balancesOfMany } from '../ledger/index.ts';
import { hasBillingInfo } from './policy.ts';
import { type DealerRow, dealerById, dealerMembers, dealerTools, type listDealers, tierById } from './queries.ts';
import { presentVat } from './vat-check.ts';

const ownerOf = (id: number): Owner => `dealer:${id}`;

/** Debits count as owed, and so do open holds, which would otherwise make the limit look available. */
function standing(dealer: Pick<DealerRow, 'currency'>, balances: readonly AccountBalance[]) {
  const currency = dealer.currency as Currency;
  const of = (kind: 'ar' | 'prepay') =>
    balances.find(({ account }) => account.kind === kind && account.unit === currency);
  const [owed, held] = [of('ar'), of('prepay')];
  return {
    credit_limit: toWire(money(owed?.maxMinor ?? 0n, currency)),
    owes: toWire(money((owed?.postedMinor ?? 0n) + (owed?.pendingDebitMinor ?? 0n), currency)),
    prepaid: toWire(money(-(held?.postedMinor ?? 0n), currency)),
  };
}

const shared = (dealer: DealerRow) => ({
  id: dealer.id,
  slug: dealer.slug,
  name: dealer.name,
  state: dealer.state as 'active' | 'suspended',
  currency: dealer.currency,
  billing_complete: hasBillingInfo(dealer),
  created_at: dealer.created_at,
  updated_at: dealer.updated_at,
});

export async function presentDealerList(db: Db, list: Awaited<ReturnType<typeof listDealers>>) {
  const owners = list.data.map(({ id }) => ownerOf(id));
  const balances = await balancesOfMany(db, owners, ['ar', 'prepay']);
  return {
    ...list,
    data: list.data.map(({ member_count, tier_name, ...dealer }) => ({
      ...shared(dealer),
      tier: dealer.tier_id === null ? null : { id: dealer.tier_id, name: tier_name ?? '' },
      ...standing(
        dealer,
        balances.filter(({ account }) => account.owner === ownerOf(dealer.id)),
      ),
      members: member_count,
    })),
  };
}

export async function presentDealer(db: Db, id: number) {
  const dealer = await dealerById(db, id);
  if (!dealer) throw new Refusal('not_found');
  const [tier, members, tools, balances] = await Promise.all([
    dealer.tier_id === null ? null : tierById(db, dealer.tier_id),
    dealerMembers(db, id),
    dealerTools(db, id),
    balancesOf(db, ownerOf(id)),
  ]);
  const currency = dealer.currency as Currency;
  return {
    ...shared(dealer),
    ...standing(dealer, balances),
    tier: tier ? { id: tier.id, name: tier.name } : null,
    preferred_display_currency: dealer.preferred_display_currency,
    legal_name: dealer.legal_name,
    billing_email: dealer.billing_email,
    billing_address: dealer.billing_address as z.input<typeof AddressFields> | null,
    install_share_percent: dealer.install_share_percent,
    vat: presentVat(dealer),
    account_paused_at: dealer.account_paused_at,
    account_released_until: dealer.account_released_until,
    members: members.map((member) => ({ ...member, kind: member.kind as 'manager' | 'member' })),
    tools: tools.map((tool) => ({
      id: tool.id,
      name: tool.name,
      install_fee: toWire(money(tool.install_fee_minor, currency)),
    })),
    balances: balances
      .filter(({ account, postedMinor }) => postedMinor !== 0n || isCreditUnit(account.unit))
      .map(balanceLabel),
  };
}
