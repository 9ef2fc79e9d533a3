import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { betaProgramMachine } from '@tuneport/domain/beta/beta-states';
import { manifestMachine } from '@tuneport/domain/catalog/tools/manifest-states';
import { newsletterMachine } from '@tuneport/domain/content/newsletter-states';
import { applicationMachine } from '@tuneport/domain/dealers/application-states';
import { creditDealMachine } from '@tuneport/domain/dealers/credit-deal-states';
import { handoverMachine } from '@tuneport/domain/garage/handover-states';
import { leadDealMachine } from '@tuneport/domain/leads/deal-states';
import { opportunityMachine } from '@tuneport/domain/leads/opportunity-states';
import { lineDisputeMachine } from '@tuneport/domain/ledger/line-dispute-states';
import { payoutMachine, payoutRunMachine } from '@tuneport/domain/ledger/payout-states';
import { bulkActions } from '@tuneport/domain/operations/bulk-runs';
import { stepsOf } from '@tuneport/domain/states/machine';
import { rentalMachine } from '@tuneport/domain/store/rental-states';
import { tradeInMachine } from '@tuneport/domain/store/trade-in-states';
import { valueTransferMachine } from '@tuneport/domain/tuning/value-transfer-states';
import { describe, expect, test } from 'vitest';
import { auditEventLabels } from '../apps/web/src/admin/identity/audit-event-labels.ts';

// Every audit event that the server can write has a name people read. Events are found in the source; those made of a
// prefix and the step of a record are listed by their machine.

const root = new URL('../apps/server/src', import.meta.url).pathname;
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\/|^seeds\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const literal = /'([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)*)'/g;
const template = /`([a-z-]+)\.\$\{/g;

/** The arguments of each call, up to the subject and detail. */
function* auditCalls(): Generator<{ file: string; head: string }> {
  for (const { file, text } of files)
    for (const match of text.matchAll(/(?:writeAudit\(|\bact(?::| =| \?) |\baudit: \{)([\s\S]{0,240})/g))
      yield { file, head: (match[1] ?? '').split(/\);|\{ |\n {2}\},/)[0] ?? '' };
}
const calls = [...auditCalls()];
const literals = new Set(calls.flatMap(({ head }) => [...head.matchAll(literal)].map(([, act = '']) => act)));
const prefixes = new Set(calls.flatMap(({ head }) => [...head.matchAll(template)].map(([, prefix = '']) => prefix)));

const eventsOf = ({ events }: { events: object }) => Object.keys(events);
/** Steps whose audit event is made of a prefix and their name. */
const steps: Readonly<Record<string, readonly string[]>> = {
  'bulk-runs': [...bulkActions],
  orders: ['hold', 'clear', 'deliver'],
  // Staff set a rental to the state that a step leads to.
  rentals: stepsOf(rentalMachine)
    .filter(({ who }) => who.some((one) => one === 'staff'))
    .map(({ to }) => to),
  'trade-ins': eventsOf(tradeInMachine),
  'credit-deals': eventsOf(creditDealMachine),
  applications: eventsOf(applicationMachine),
  'lead-deals': [...eventsOf(leadDealMachine), 'archive', 'unarchive', 'delete', 'restore', 'label', 'merge'],
  'lead-opportunities': eventsOf(opportunityMachine),
  'beta-programs': eventsOf(betaProgramMachine),
  'tool-manifests': eventsOf(manifestMachine),
  newsletters: eventsOf(newsletterMachine),
  'newsletter-subscribers': ['unsubscribe', 'bounce'],
  pages: ['save-draft', 'discard-draft', 'publish', 'schedule', 'unschedule', 'restore', 'unpublish', 'publish-again'],
  'line-disputes': eventsOf(lineDisputeMachine),
  garage: eventsOf(handoverMachine).map((event) => `${event}-handover`),
  payouts: eventsOf(payoutMachine),
  'payout-runs': eventsOf(payoutRunMachine),
  'value-transfers': eventsOf(valueTransferMachine),
};
/** Kinds of records of the kit write create, update and delete. */
const nouns = [
  ...new Set(files.flatMap(({ text }) => [...text.matchAll(/\bacts: '([a-z-]+)'/g)].map(([, name]) => name))),
];

describe('audit event', () => {
  test('scan finds the events', () => {
    expect(literals.size).toBeGreaterThan(80);
    expect(literals.has('transactions.refund') && literals.has('identity.refuse-access')).toBe(true);
    expect(nouns.length).toBeGreaterThan(4);
  });

  test('written by name has a label', () => {
    expect([...literals].filter((act) => !Object.hasOwn(auditEventLabels, act)).sort()).toEqual([]);
  });

  test('made of a prefix and a step has a label', () => {
    expect([...prefixes].filter((prefix) => !Object.hasOwn(steps, prefix)).sort()).toEqual([]);
    const all = Object.entries(steps).flatMap(([prefix, names]) => names.map((name) => `${prefix}.${name}`));
    expect(all.filter((act) => !Object.hasOwn(auditEventLabels, act)).sort()).toEqual([]);
  });

  test('of a kind of record has labels for create, update and delete', () => {
    const all = nouns.flatMap((noun) => ['create', 'update', 'delete'].map((act) => `${noun}.${act}`));
    expect(all.filter((act) => !Object.hasOwn(auditEventLabels, act)).sort()).toEqual([]);
  });
});
