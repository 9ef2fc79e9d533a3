import { paymentMachine } from '@tuneport/domain/payments/payment-states';
import { purchaseMachine } from '@tuneport/domain/purchases/purchase-states';
import { stateLabel, stateOptions } from '@tuneport/domain/states/machine';
import { orderMachine } from '@tuneport/domain/store/order-states';
import { rentalMachine } from '@tuneport/domain/store/rental-states';
import { StateBadge } from '../../ui/feedback/StateBadge.tsx';
import type { RowOf } from '../AdminList.tsx';

export type Transaction = RowOf<'GET /v1/admin/transactions'>;
type OrderState = Transaction['order_state'];

/** What a transaction is for: an order, a purchase of tunes or a rental; they share the states they have in common. */
const subjects = { states: { ...rentalMachine.states, ...purchaseMachine.states, ...orderMachine.states } };

export const orderStateName = (state: string): string => stateLabel(subjects, state);

const cancellers = {
  buyer: 'the buyer',
  staff: 'staff',
  system: 'the system: not paid in time',
  bank: 'the bank: dispute lost',
} as const;
export const cancellerName = (by: keyof typeof cancellers): string => cancellers[by];

export const transactionStateOptions = stateOptions(paymentMachine);
export const orderStateOptions = stateOptions(orderMachine);
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

export const TransactionState = ({ state }: { state: Transaction['state'] }) => (
  <StateBadge machine={paymentMachine} state={state} />
);
export const OrderStateDot = ({ state }: { state: OrderState }) => <StateBadge machine={subjects} state={state} />;

type OrderLine = { readonly name: string; readonly options: readonly { readonly selection: string }[] };

/** Order line with its selected options, as packed into the parcel. */
export const lineLabel = ({ name, options }: OrderLine): string =>
  options.length === 0 ? name : `${name} (${options.map(({ selection }) => selection).join(', ')})`;
