import { money, toWire } from '@tuneport/domain/money/money';
import { eventsFrom } from '@tuneport/domain/states/machine';
import { orderNumber } from '@tuneport/domain/store/order-states';
import {
  type ReturnReason,
  type ReturnState,
  returnMachine,
  returnSentence,
} from '@tuneport/domain/store/return-states';
import type { Db } from '../../../platform/db/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { settingsOf } from '../../settings/index.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import { refundableOf } from '../orders/refunds/refund-parts.ts';
import { moneyOfReturn, openUntil, returnablePieces } from './return-amounts.ts';
import { type listReturns, notReturnableLines, returnsOfOrder } from './return-queries.ts';

export async function presentReturns(db: Db, platform: Platform, order: OrderRecord, now: Date) {
  const [returns, notReturnable, leftMinor, settings] = await Promise.all([
    returnsOfOrder(db, order.id),
    notReturnableLines(db, order.id),
    refundableOf(db, order.id),
    settingsOf(platform),
  ]);
  const until = openUntil(order, now);
  return {
    returns: returns.map((row) => {
      const state = row.state as ReturnState;
      const { goodsMinor, taxMinor } = moneyOfReturn(order, returns, row);
      const mostMinor = atMost(goodsMinor + taxMinor, leftMinor);
      const [buyer, staff] = (['buyer', 'staff'] as const).map((who) => eventsFrom(returnMachine, state, who));
      return {
        id: row.id,
        state,
        sentence: returnSentence(state, row.refund_minor === 0n),
        reason: row.reason as ReturnReason,
        note: row.note,
        answer: row.answer,
        lines: row.lines,
        refund: toWire(money(row.refund_minor ?? mostMinor, order.currency)),
        requested_at: row.requested_at,
        can: {
          cancel: buyer?.includes('cancel') ?? false,
          receive: staff?.includes('receive') ?? false,
          accept: (staff?.includes('accept') ?? false) && order.dispute !== 'open',
          refuse: staff?.includes('refuse') ?? false,
        },
      };
    }),
    returnable: until === null ? [] : returnablePieces(order, returns, notReturnable),
    until,
    send_to: sendTo(settings),
  };
}

/** The address of the company, with its name as the recipient. */
export const sendTo = (settings: { readonly company_name: string; readonly company_address: string }): string =>
  settings.company_address === '' ? '' : `${settings.company_name}\n${settings.company_address}`;

export const atMost = (minor: bigint, mostMinor: bigint): bigint => (minor < mostMinor ? minor : mostMinor);

type Listed = Awaited<ReturnType<typeof listReturns>>['data'][number];

export const presentListedReturn = (row: Listed) => ({
  ...row,
  state: row.state as ReturnState,
  reason: row.reason as ReturnReason,
  order_number: orderNumber(row.order_id),
  item_count: row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
});
