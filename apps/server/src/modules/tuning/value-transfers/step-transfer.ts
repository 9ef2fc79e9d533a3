import { canStep, eventsFrom } from '@tuneport/domain/states/machine';
import {
  type ValueTransferActor,
  type ValueTransferEvent,
  valueTransferMachine,
} from '@tuneport/domain/tuning/value-transfer-states';
import type { AuditActor } from '../../../platform/actor.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { defineStep, historyRow } from '../../states/index.ts';
import type { RequestContext } from '../requests/step-request.ts';
import { lockTransfer, type TransferRow } from './transfer-queries.ts';

export type TransferActor = AuditActor & { readonly as: ValueTransferActor };
export const bySystem: TransferActor = { userId: null, sessionId: null, address: 'system', as: 'system' };

const valueTransferTopic = (id: number): string => `value-transfer:${id}`;

/** A finished transfer is `already_committed`; anything else that does not fit is an invalid transition. */
function refusalOf(row: TransferRow, as: ValueTransferActor): Refusal {
  if (row.state === 'performed' || row.state === 'reversed')
    return new Refusal('already_committed', {
      message: row.state === 'performed' ? 'This transfer was already performed.' : 'This transfer was undone.',
      current: { id: row.id, state: row.state },
    });
  return new Refusal('invalid_transition', { allowed: eventsFrom(valueTransferMachine, row.state, as) });
}

/** Before the work of a step, so that a step which is not allowed does nothing. */
export function requireStep(row: TransferRow, event: ValueTransferEvent, as: ValueTransferActor): void {
  if (!canStep(valueTransferMachine, row.state, event, as)) throw refusalOf(row, as);
}

export const stepTransfer = defineStep<TransferRow, TransferActor, Pick<RequestContext, 'db' | 'now'>>()({
  machine: valueTransferMachine,
  table: 'value_transfers',
  lock: lockTransfer,
  parts: ({ as }) => as,
  refuse: (row) => refusalOf(row, 'staff'),
  history: {
    table: 'value_transfer_events',
    values: (taken) => {
      const { ledger_ids = [], ...detail } = taken.detail as { ledger_ids?: readonly bigint[] };
      return {
        transfer_id: taken.row.id,
        ...historyRow(taken),
        actor_kind: taken.by.as,
        reason: taken.reason,
        detail: JSON.stringify(detail),
        ledger_ids: [...ledger_ids],
      };
    },
  },
  audit: ({ step, row, by, reason }) =>
    by.as === 'staff' || by.as === 'super'
      ? {
          act: `value-transfers.${step.event}`,
          subject: `value-transfer:${row.id}`,
          detail: { from: row.state, to: step.to, ...(reason === '' ? {} : { reason }) },
        }
      : null,
  topic: valueTransferTopic,
});
