import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { canStep } from '@tuneport/domain/states/machine';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import {
  type ValueTransferState,
  valueTransferMachine,
  valueTransferNumber,
  valueTransferSentences,
} from '@tuneport/domain/tuning/value-transfer-states';
import { type RawBuilder, sql } from 'kysely';

/** A transfer as one JSON value, so that a request is read with it in one statement. */
export type RequestTransfer = {
  id: number;
  state: ValueTransferState;
  old_request_id: number;
  dealer_id: number | null;
  new_request_id: number | null;
  currency: string;
  value_minor: string | null;
  fee_minor: string | null;
  card_minor: string | null;
  due_at: string | null;
  evidence_question: string | null;
};

/** SQL of the newest transfer from or to a request. */
export const transferOfRequest = (requestId: RawBuilder<unknown>) => sql<RequestTransfer | null>`(
  select jsonb_build_object('id', v.id, 'state', v.state, 'old_request_id', v.old_request_id, 'new_request_id', v.new_request_id,
    'currency', v.currency, 'value_minor', v.value_minor::text, 'fee_minor', v.fee_minor::text,
    'card_minor', (select p.card_minor::text from catalog_purchases p where p.id = v.new_purchase_id), 'due_at', v.due_at, 'dealer_id', v.dealer_id,
    'evidence_question', case when v.evidence_requested_at is not null then (select e.reason from value_transfer_events e
      where e.transfer_id = v.id and e.event = 'ask-evidence' order by e.id desc limit 1) end)
  from value_transfers v where v.old_request_id = ${requestId} or v.new_request_id = ${requestId} order by v.id desc limit 1)`;

/** The short form for the customer, tuners and staff on the page of a request. */
export function presentForRequest(requestId: number, transfer: RequestTransfer | null, isCustomer: boolean) {
  if (!transfer) return null;
  const wire = (minor: string | null) =>
    minor === null ? null : toWire(money(BigInt(minor), transfer.currency as Currency));
  const role = transfer.old_request_id === requestId ? ('old' as const) : ('new' as const);
  const other = role === 'old' ? transfer.new_request_id : transfer.old_request_id;
  const { state } = transfer;
  const can = (event: 'add-evidence' | 'withdraw') =>
    isCustomer && role === 'old' && canStep(valueTransferMachine, state, event, 'customer');
  const isDue = state === 'awaiting_difference' && role === 'new';
  return {
    number: valueTransferNumber(transfer.id),
    id: transfer.id,
    role,
    state,
    sentence: valueTransferSentences[state],
    other: other === null ? null : { id: other, number: tuneRequestNumber(other) },
    value: wire(transfer.value_minor),
    fee: wire(transfer.fee_minor),
    dealer_id: transfer.dealer_id,
    difference: state === 'awaiting_difference' ? wire(transfer.card_minor) : null,
    due_at: isDue && transfer.due_at !== null ? new Date(transfer.due_at) : null,
    evidence_requested: state === 'requested' ? transfer.evidence_question : null,
    can: { add_evidence: can('add-evidence'), withdraw: can('withdraw'), pay: isDue && isCustomer },
  };
}
