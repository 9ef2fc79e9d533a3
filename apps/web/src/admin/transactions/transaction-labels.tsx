import { orderStates as orderStateNames } from '@tuneport/domain/store/order-states';
import { StateDot, type StateTone } from '../../ui/feedback/StateDot.tsx';
import type { RowOf } from '../AdminList.tsx';

export type Transaction = RowOf<'GET /v1/admin/transactions'>;
type State = Transaction['state'];
type OrderState = Transaction['order_state'];

const states: Readonly<Record<State, readonly [string, StateTone]>> = {
  created: ['Started', 'neutral'],
  requires_action: ['Waiting for payer', 'careful'],
  authorised: ['Authorised', 'busy'],
  captured: ['Paid', 'good'],
  part_refunded: ['Partly refunded', 'careful'],
  refunded: ['Refunded', 'neutral'],
  disputed: ['Disputed', 'bad'],
  charged_back: ['Charged back', 'bad'],
  failed: ['Failed', 'bad'],
  voided: ['Voided', 'neutral'],
};
const orderStates: Readonly<Record<OrderState, readonly [string, StateTone]>> = {
  pending_payment: ['Not paid yet', 'neutral'],
  paid: ['Paid', 'busy'],
  on_hold: ['On hold', 'careful'],
  part_shipped: ['Partly shipped', 'busy'],
  shipped: ['Shipped', 'good'],
  delivered: ['Delivered', 'good'],
  cancelled: ['Cancelled', 'neutral'],
  waiting_file: ['Waiting for file', 'careful'],
  linked: ['In progress', 'busy'],
  refunded: ['Refunded', 'neutral'],
  reserved: ['Reserved', 'neutral'],
  ready: ['Ready to ship', 'busy'],
  out: ['Out', 'busy'],
  overdue: ['Overdue', 'bad'],
  returned: ['Back', 'careful'],
  inspected: ['Inspected', 'careful'],
  closed: ['Done', 'good'],
  lost: ['Lost', 'bad'],
};
const eventNames: Readonly<Record<string, string>> = {
  place: 'Placed',
  pay: 'Paid',
  expire: 'Not paid in time',
  cancel: 'Cancelled',
  hold: 'Put on hold',
  clear: 'Cleared',
  refuse: 'Refused',
  'ship-part': 'Partly shipped',
  ship: 'Shipped',
  deliver: 'Delivered',
  'cancel-unshipped': 'Unshipped items cancelled',
  'cancel-lines': 'Items cancelled',
  dispute: 'Payment disputed',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
};
export const orderEventName = (event: string): string | undefined => eventNames[event];
export const orderStateName = (state: string): string => orderStates[state as OrderState]?.[0] ?? state;

const cancellers = {
  buyer: 'the buyer',
  staff: 'staff',
  system: 'the system: not paid in time',
  bank: 'the bank: dispute lost',
} as const;
export const cancellerName = (by: keyof typeof cancellers): string => cancellers[by];

const optionsOf = (words: Readonly<Record<string, readonly [string, StateTone]>>) =>
  Object.entries(words).map(([value, [label]]) => ({ value, label }));

export const transactionStateOptions = optionsOf(states);
const ofOrders: readonly string[] = orderStateNames;
export const orderStateOptions = optionsOf(orderStates).filter(({ value }) => ofOrders.includes(value));
export const kindOptions = [
  { value: 'store', label: 'Store' },
  { value: 'FLASHZILLAV3', label: 'FlashZilla V3' },
  { value: 'FZPRO', label: 'FZ Pro' },
  { value: 'tunes', label: 'Tunes' },
  { value: 'deposit', label: 'Deposit' },
  { value: 'damage', label: 'Rental damage' },
];
export const orderKindOptions = kindOptions.filter(({ value }) => !['tunes', 'deposit', 'damage'].includes(value));
export const kindName = (kind: string) => kindOptions.find(({ value }) => value === kind)?.label ?? kind;
export const stateName = (state: string) => states[state as State]?.[0] ?? state;

export function TransactionState({ state }: { state: State }) {
  const [label, tone] = states[state];
  return <StateDot tone={tone}>{label}</StateDot>;
}
export function OrderStateDot({ state }: { state: OrderState }) {
  const [label, tone] = orderStates[state];
  return <StateDot tone={tone}>{label}</StateDot>;
}

type OrderLine = { readonly name: string; readonly options: readonly { readonly selection: string }[] };

/** Order line with its selected options, as packed into the parcel. */
export const lineLabel = ({ name, options }: OrderLine): string =>
  options.length === 0 ? name : `${name} (${options.map(({ selection }) => selection).join(', ')})`;
