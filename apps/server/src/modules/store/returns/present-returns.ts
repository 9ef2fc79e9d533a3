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
import { rentalsOfOrder } from '../rentals/rental-queries.ts';
import { moneyOfReturn, openUntil, returnablePieces } from './return-amounts.ts';
import { type listReturns, returnsOfOrder } from './return-queries.ts';

export const rentedLines = async (db: Db, orderId: number): Promise<number[]> =>
  (await rentalsOfOrder(db, orderId)).map(({ line }) => line);

export async function presentReturns(db: Db, platform: Platform, order: OrderRecord, now: Date) {
  const [returns, rented, settings] = await Promise.all([
    returnsOfOrder(db, order.id),
    rentedLines(db, order.id),
    settingsOf(platform),
  ]);
  const until = openUntil(order, now);
  return {
    returns: returns.map((row) => {
      const state = row.state as ReturnState;
      const { goodsMinor, taxMinor } = moneyOfReturn(order, returns, row);
      const [buyer, staff] = (['buyer', 'staff'] as const).map((who) => eventsFrom(returnMachine, state, who));
      return {
        id: row.id,
        state,
        sentence: returnSentence(state),
        reason: row.reason as ReturnReason,
        note: row.note,
        answer: row.answer,
        lines: row.lines,
        refund: toWire(money(row.refund_minor ?? goodsMinor + taxMinor, order.currency)),
        requested_at: row.requested_at,
        can: {
          cancel: buyer?.includes('cancel') ?? false,
          receive: staff?.includes('receive') ?? false,
          accept: (staff?.includes('accept') ?? false) && order.dispute !== 'open',
          refuse: staff?.includes('refuse') ?? false,
        },
      };
    }),
    returnable: until === null ? [] : returnablePieces(order, returns, rented),
    until,
    send_to: settings.company_address,
  };
}

type Listed = Awaited<ReturnType<typeof listReturns>>['data'][number];

export const presentListedReturn = (row: Listed) => ({
  ...row,
  state: row.state as ReturnState,
  reason: row.reason as ReturnReason,
  order_number: orderNumber(row.order_id),
  things: row.lines.reduce((sum, { quantity }) => sum + quantity, 0),
});
