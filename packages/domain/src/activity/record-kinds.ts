import { creditDealMachine } from '../dealers/credit-deal-states.ts';
import type { Permission } from '../identity/permissions.ts';
import { purchaseMachine, purchaseNumber } from '../purchases/purchase-states.ts';
import type { Machine } from '../states/machine.ts';
import { orderMachine, orderNumber } from '../store/order-states.ts';
import { rentalMachine } from '../store/rental-states.ts';
import { tradeInMachine, tradeInNumber } from '../store/trade-in-states.ts';
import { rescueMachine } from '../support/rescue-states.ts';
import { ticketNumber } from '../support/ticket.ts';
import { ticketMachine } from '../support/ticket-states.ts';
import { tuneRequestMachine } from '../tuning/tune-request-states.ts';
import { valueTransferMachine, valueTransferNumber } from '../tuning/value-transfer-states.ts';

type Kind = {
  /** Who may read the record, its timeline and its notes. */
  readonly read: Permission;
  readonly title: (id: number) => string;
  /** Path of its pages in the back office, before the id. */
  readonly at: string;
  readonly machine?: Machine;
};

const named = (name: string) => (id: number) => `${name} ${id}`;

/** Records with a timeline and staff notes. */
const recordKinds = {
  user: { read: 'users.read', at: '/admin/users', title: named('User') },
  dealer: { read: 'dealers.admin', at: '/admin/dealers', title: named('Dealer') },
  tuner: { read: 'tuners.admin', at: '/admin/tuners', title: named('Tuner') },
  affiliate: { read: 'affiliates.admin', at: '/admin/affiliates', title: named('Affiliate') },
  order: {
    read: 'transactions.read',
    at: '/admin/orders',
    title: (id) => `Order ${orderNumber(id)}`,
    machine: orderMachine,
  },
  purchase: {
    read: 'transactions.read',
    at: '/admin/purchases',
    title: (id) => `Purchase ${purchaseNumber(id)}`,
    machine: purchaseMachine,
  },
  rental: { read: 'stock', at: '/admin/rentals', title: named('Rental'), machine: rentalMachine },
  'trade-in': {
    read: 'trade-ins',
    at: '/admin/trade-in-requests',
    title: (id) => `Trade-in ${tradeInNumber(id)}`,
    machine: tradeInMachine,
  },
  'tune-request': {
    read: 'tune-requests.admin',
    at: '/admin/tune-requests',
    title: named('Tune request'),
    machine: tuneRequestMachine,
  },
  'value-transfer': {
    read: 'value-transfers',
    at: '/admin/instatune-value-transfers',
    title: (id) => `Value transfer ${valueTransferNumber(id)}`,
    machine: valueTransferMachine,
  },
  ticket: {
    read: 'tickets.admin',
    at: '/admin/tickets',
    title: (id) => `Ticket ${ticketNumber(id)}`,
    machine: ticketMachine,
  },
  rescue: { read: 'rescue.read', at: '/admin/rescue-sessions', title: named('Rescue'), machine: rescueMachine },
  'credit-deal': {
    read: 'credit-deals.admin',
    at: '/admin/dealer-credit-deals',
    title: named('Credit deal'),
    machine: creditDealMachine,
  },
  product: { read: 'products.read', at: '/admin/products', title: named('Product') },
} as const satisfies Record<string, Kind>;

export type RecordKind = keyof typeof recordKinds;
export const recordKindNames = Object.keys(recordKinds) as [RecordKind, ...RecordKind[]];
export const recordKind = (kind: RecordKind): Kind => recordKinds[kind];
export const isRecordKind = (kind: unknown): kind is RecordKind =>
  typeof kind === 'string' && Object.hasOwn(recordKinds, kind);

/** The page of a record, named as in the audit log: "order:7"; null if it has none. */
export function recordPage(record: string): string | null {
  const [, kind = '', id = ''] = /^([a-z-]+):([1-9][0-9]*)$/.exec(record) ?? [];
  return isRecordKind(kind) ? `${recordKinds[kind].at}/${id}` : null;
}

/** What a timeline can be narrowed to. */
export const timelineKinds = ['note', 'step', 'change', 'money', 'mail'] as const;
export type TimelineKind = (typeof timelineKinds)[number];
