import {
  mayDecidePurchase,
  type PurchaseApprovalState,
  purchaseApprovalNumber,
  purchaseApprovalSentences,
  purchaseDecisionSentence,
} from '@tuneport/domain/dealers/purchase-approval-states';
import { type Currency, money, toWire } from '@tuneport/domain/money/money';
import { purchaseNumber } from '@tuneport/domain/purchases/purchase-states';
import { orderNumber } from '@tuneport/domain/store/order-states';
import { t } from '@tuneport/domain/text/text';
import type { Db } from '../../../platform/db/db.ts';
import { userNames } from '../../identity/index.ts';
import type { OwnDealer } from '../portal/own-dealer.ts';
import { type ApprovalRow, approvalLines, managerCount } from './approval-queries.ts';

/** The totals of the purchases and orders that were placed after an approval, by id. */
export type Placed = {
  readonly purchases: ReadonlyMap<number, bigint>;
  readonly orders: ReadonlyMap<number, bigint>;
};
const nothingPlaced: Placed = { purchases: new Map(), orders: new Map() };

type Viewer = { readonly dealer: OwnDealer; readonly userId: number | null };

export async function presentApprovals(
  db: Db,
  { dealer, userId }: Viewer,
  rows: readonly ApprovalRow[],
  { purchases, orders }: Placed,
) {
  const [managers, people] = await Promise.all([
    managerCount(db, dealer.id),
    userNames(
      db,
      rows.flatMap(({ user_id, decided_by }) => [user_id, decided_by]),
    ),
  ]);
  const isManager = dealer.membership?.kind === 'manager';
  return rows.map((row) => {
    const currency = row.currency as Currency;
    const wire = (minor: bigint) => toWire(money(minor, currency));
    const state = row.state as PurchaseApprovalState;
    const isOwn = row.user_id === userId;
    const mayDecide = state === 'waiting' && mayDecidePurchase({ isManager, isOwn, managers });
    const placed = (id: number | null, totals: ReadonlyMap<number, bigint>, numberOf: (id: number) => string) => {
      const total = id === null ? undefined : totals.get(id);
      return id === null || total === undefined ? null : { id, number: numberOf(id), total: wire(total) };
    };
    return {
      id: row.id,
      number: purchaseApprovalNumber(row.id),
      state,
      sentence: t(mayDecide ? purchaseDecisionSentence : purchaseApprovalSentences[state]),
      requested_by: { id: row.user_id, name: people.get(row.user_id) ?? '' },
      vehicle: row.vehicle,
      request_id: row.request_id,
      kind: row.kind as 'tunes' | 'order',
      lines: approvalLines(row).map(({ label, amountMinor }) => ({ label, amount: wire(amountMinor) })),
      total: wire(row.total_minor),
      note: row.note,
      asked_at: row.asked_at,
      expires_at: row.expires_at,
      decided_at: row.decided_at,
      decided_by: row.decided_by === null ? null : (people.get(row.decided_by) ?? null),
      reason: row.reason,
      purchase: placed(row.purchase_id, purchases, purchaseNumber),
      order: placed(row.order_id, orders, orderNumber),
      can: {
        decide: mayDecide,
        withdraw: state === 'waiting' && isOwn && dealer.membership !== null,
      },
    };
  });
}

export async function presentApproval(db: Db, viewer: Viewer, row: ApprovalRow, placed = nothingPlaced) {
  const [shown] = await presentApprovals(db, viewer, [row], placed);
  if (!shown) throw new Error(`approval ${row.id} is not shown`);
  return shown;
}
