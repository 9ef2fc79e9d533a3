import type { EarningOwner, EarningParty } from '@tuneport/domain/ledger/earnings';
import { openMinor, payoutMinimumMinor } from '@tuneport/domain/ledger/earnings';
import { payoutMachine, payoutRunMachine, payoutRunNumber } from '@tuneport/domain/ledger/payout-states';
import { type Currency, money, toDecimal, toWire } from '@tuneport/domain/money/money';
import { eventsFrom } from '@tuneport/domain/states/machine';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { userNames } from '../../identity/index.ts';
import { openEarnings } from './earning-queries.ts';
import {
  eventsOf,
  type NamedPayout,
  namedPayout,
  partyFacts,
  payoutsInRun,
  type Run,
  runWithTotals,
} from './payout-admin-queries.ts';
import { isActiveParty, partiesWithEarnings } from './payout-queries.ts';
import { presentPayout, presentPayoutOf } from './present-earnings.ts';
import { owedMinor } from './step-payout.ts';

const named = (owner: string, name: string) => {
  const [kind = '', id = ''] = owner.split(':');
  return { holder: owner, kind: kind as EarningParty, id: Number(id), name };
};

export const presentListed = (payout: NamedPayout) => ({
  ...presentPayout(payout),
  entries: payout.entries,
  to: named(payout.owner, payout.name),
});

export async function presentTransfer(db: Db, id: number) {
  const payout = await namedPayout(db, id);
  if (!payout) throw new Refusal('not_found');
  const [shown, people, owes] = await Promise.all([
    presentPayoutOf(db, payout.owner, id),
    userNames(db, [payout.made_by, payout.approved_by]),
    owedMinor(db, payout),
  ]);
  const events = eventsFrom(payoutMachine, payout.state, 'staff');
  return {
    ...shown,
    to: named(payout.owner, payout.name),
    has_bank_account: payout.has_bank,
    account_changed: payout.account_changed,
    owes: payout.owner.startsWith('dealer:') ? toWire(money(owes, payout.currency)) : null,
    made_by: people.get(payout.made_by ?? 0) ?? null,
    approved_by: people.get(payout.approved_by ?? 0) ?? null,
    events: events.filter(
      (event) => (event !== 'net' || owes >= payout.amount_minor) && (event !== 'reapprove' || payout.account_changed),
    ),
  };
}

export const presentRun = ({ total_minor, ...run }: Run) => ({
  ...run,
  number: payoutRunNumber(run.id),
  total: toWire(money(total_minor, run.currency)),
});

export async function presentRunRecord(db: Db, id: number) {
  const run = await runWithTotals(db, id);
  if (!run) throw new Refusal('not_found');
  const [members, history] = await Promise.all([payoutsInRun(db, id), eventsOf(db, { run_id: id })]);
  return {
    ...presentRun(run),
    members: members.map((payout) => ({
      ...presentListed(payout),
      has_bank_account: payout.has_bank,
      account_changed: payout.account_changed,
    })),
    events: eventsFrom(payoutRunMachine, run.state, 'staff'),
    history,
  };
}

type Wanted = { currency: Currency; party?: EarningParty | undefined; holder?: string | undefined; until: Date };

/** What a group would pay to whom. Nothing is written. */
export async function previewRun(db: Db, { currency, party, holder, until }: Wanted) {
  const owners =
    holder === undefined ? await partiesWithEarnings(db, currency, party ?? null) : [holder as EarningOwner];
  const facts = await partyFacts(db, owners);
  const parties = [];
  for (const owner of owners) {
    const known = facts.get(owner);
    if (!known) continue;
    const open = await openEarnings(db, owner, currency, until);
    const sum = open.reduce((all, one) => all + openMinor(one), 0n);
    const problem = !(await isActiveParty(db, owner))
      ? 'Suspended'
      : sum < payoutMinimumMinor
        ? `Below the minimum of ${toDecimal(money(payoutMinimumMinor, currency))} ${currency}`
        : '';
    parties.push({
      to: named(owner, known.name),
      amount: toWire(money(sum, currency)),
      entries: open.length,
      problem,
      has_bank_account: known.has_bank,
      sum,
    });
  }
  const paid = parties.filter(({ problem }) => problem === '');
  return {
    currency,
    total: toWire(
      money(
        paid.reduce((all, { sum }) => all + sum, 0n),
        currency,
      ),
    ),
    entries: paid.reduce((all, { entries }) => all + entries, 0),
    parties: parties.map(({ sum: _, ...shown }) => shown),
  };
}
