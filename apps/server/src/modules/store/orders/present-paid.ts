import type { CardChoice } from '@tuneport/contract/payments/payments';
import { toWire } from '@tuneport/domain/money/money';
import { orderNumber } from '@tuneport/domain/store/order-states';
import type { z } from 'zod';
import type { ChosenMethod } from '../../payments/index.ts';
import type { OrderPayment } from './pay-order.ts';

export function methodOf(choice: z.output<typeof CardChoice> | undefined): ChosenMethod | null {
  if (choice?.payment_method_id !== undefined) return { storedMethodId: choice.payment_method_id };
  return choice?.token === undefined ? null : { token: choice.token, keep: choice.keep };
}

export function presentPaid({ orderId, paid, outcome }: OrderPayment, provider: string | null) {
  return {
    order_id: orderId,
    order_number: orderNumber(orderId),
    order_state: paid ? ('paid' as const) : ('pending_payment' as const),
    payment: outcome && {
      payment_id: outcome.payment.id,
      state: outcome.payment.state,
      ...toWire(outcome.payment.amount),
      action: outcome.action && {
        provider: provider === 'stripe' ? ('stripe' as const) : ('test' as const),
        client_secret: outcome.action.clientSecret,
      },
      card: outcome.card && { brand: outcome.card.brand, last_four: outcome.card.lastFour },
    },
  };
}
