import { may } from '@tuneport/domain/identity/permissions';
import { money, toWire } from '@tuneport/domain/money/money';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { tuneRequestNumber } from '@tuneport/domain/tuning/tune-request-states';
import {
  type ValueTransferState,
  valueTransferMachine,
  valueTransferNumber,
} from '@tuneport/domain/tuning/value-transfer-states';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { userById } from '../../identity/index.ts';
import { ownerNames, presentTransfer, type ShownTransfer, transfersById, transfersOf } from '../../ledger/index.ts';
import { cardSubject } from '../../purchases/index.ts';
import { historyOf, type NamedTransfer, namedTransfer, type TransferRow } from './transfer-queries.ts';
import { undoUntil } from './undo-transfer.ts';

export const referTo = (request: { readonly id: number; readonly vehicle: string; readonly state: string }) => ({
  id: request.id,
  number: tuneRequestNumber(request.id),
  vehicle: request.vehicle,
  state: request.state,
});

export function presentListed(row: NamedTransfer) {
  const wire = (minor: bigint | null) => (minor === null ? null : toWire(money(minor, row.currency)));
  return {
    id: row.id,
    number: valueTransferNumber(row.id),
    state: row.state,
    cause: row.cause,
    old_request: referTo({ id: row.old_request_id, vehicle: row.old_vehicle, state: row.old_state }),
    new_request:
      row.new_request_id === null
        ? null
        : referTo({ id: row.new_request_id, vehicle: row.new_vehicle ?? '', state: row.new_state ?? '' }),
    customer: { id: row.user_id, name: row.customer },
    dealer: row.dealer_id === null ? null : { id: row.dealer_id, name: row.dealer ?? '' },
    value: wire(row.value_minor),
    fee: wire(row.fee_minor),
    due_at: row.due_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Kinds of the new sale's transfers that belong to the move of the value. */
const paysNew = ['purchase.charged', 'payment.captured', 'payment.refunded'];

/** What the transfer wrote to the ledger: the moves of the value and the payment of the new purchase from it. */
export async function postingsOf(db: Db, transfer: TransferRow): Promise<ShownTransfer[]> {
  const ids = (await historyOf(db, transfer.id)).flatMap(({ ledger_ids }) => ledger_ids.map(BigInt));
  const sale = transfer.new_purchase_id === null ? [] : await transfersOf(db, cardSubject(transfer.new_purchase_id));
  const own = (await transfersById(db, ids)).filter(({ phase }) => phase === 'posted');
  const all = [...own, ...sale.filter(({ kind, phase }) => phase === 'posted' && paysNew.includes(kind))];
  return all.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function presentPostings(db: Db, postings: readonly ShownTransfer[]) {
  const owners = postings.flatMap(({ legs }) => legs.map(({ account }) => account.owner));
  const names = await ownerNames(db, owners);
  return postings.map((posting) => presentTransfer(posting, names));
}

export async function presentRecord(db: Db, id: number, actor: Actor, now: Date) {
  const row = await namedTransfer(db, id);
  if (!row) throw new Refusal('not_found');
  const [history, postings, creator, reviewer] = await Promise.all([
    historyOf(db, id),
    postingsOf(db, row),
    userById(db, row.created_by),
    row.reviewed_by === null ? null : userById(db, row.reviewed_by),
  ]);
  const until = undoUntil(row);
  const canUndo = row.state === 'performed' && until !== null && until > now && may(actor, 'superadmin');
  const events = eventsFrom(valueTransferMachine, row.state, 'staff').filter((event) => event !== 'add-evidence');
  return {
    ...presentListed(row),
    reason: row.reason,
    evidence: row.evidence,
    evidence_requested_at: row.evidence_requested_at,
    proposed: (row.snapshot as { proposed: { amount: string; currency: string } }).proposed,
    price: row.price_minor === null ? null : toWire(money(row.price_minor, row.currency)),
    created_by: creator?.name ?? '',
    by_staff: row.by_staff,
    reviewed_by: reviewer?.name ?? null,
    performed_at: row.performed_at,
    undo_until: canUndo ? until : null,
    events: [...events, ...(canUndo ? ['undo'] : [])],
    postings: await presentPostings(db, postings),
    history: history.map(({ at, event, to_state, by, reason }) => ({
      at,
      event,
      state: to_state as ValueTransferState,
      by,
      reason,
    })),
  };
}
