import type { CallInput, CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { keyed } from '../../../platform/api/call.ts';
import type { BalanceTender } from '../../payments/tender/use-balances.ts';
import { emptyCart } from '../cart/cart-store.ts';
import { refreshPrices } from '../cart/refresh-prices.ts';
import type { CheckoutDraft } from './checkout-draft.ts';
import { emptyOrderFields, rememberToken, type useDraft } from './draft-store.ts';
import type { Quote } from './use-quote.ts';

type PaymentReply = CallReply<'POST /order/:id/payment'>;
type PayBody = CallInput<'POST /order/:id/payment'>['body'];
export type Method = NonNullable<PayBody['method']>;
export type OrderInput = CallInput<'POST /order'>['body'];

export type CheckoutFailure = {
  readonly message: string | null;
  readonly errors: Readonly<Record<string, readonly string[]>>;
};
export const noFailure: CheckoutFailure = { message: null, errors: {} };

type Input = {
  draft: CheckoutDraft;
  change: ReturnType<typeof useDraft>[1];
  /** Null for guests, whose address is not saved. */
  userId: number | null;
  orderBody: () => OrderInput;
  answer: Quote | null;
  /** The balance that pays; null for a card alone. */
  tender: BalanceTender | null;
  setFailure: (failure: CheckoutFailure) => void;
  /** Prices, stock or balances have changed. */
  onOutdated: () => void;
  onPlaced: (id: number) => void;
};

/** Places the order and pays it. A refusal is shown, and the input stays. */
export function usePayOrder({ draft, change, userId, orderBody, answer, tender, ...on }: Input) {
  const { setFailure, onOutdated, onPlaced } = on;
  const [busy, setBusy] = useState(false);
  /** The key of the balance for which the buyer needs approval. */
  const [approvalFor, setApprovalFor] = useState<string | null>(null);
  const navigate = useNavigate();
  const placedId = useRef(draft.placed?.id ?? 0);

  /** Reuses the unpaid order with the same input, or creates one. */
  async function placeOrder(): Promise<{ id: number; token: string }> {
    const body = orderBody();
    const input = JSON.stringify(body);
    if (draft.placed?.input === input) return draft.placed;
    if (draft.placed) await giveUp(draft.placed);
    const order = await call('POST /order', { body, once: true });
    rememberToken(order.id, order.token);
    change({ placed: { id: order.id, token: order.token, input } });
    if (draft.saveAddress && userId !== null && draft.billingId === null)
      await call('POST /addresses', { body: draft.billing, once: true }).catch(() => {});
    return order;
  }

  async function pay(method: PayBody['method'] | undefined, idempotencyKey?: string): Promise<PaymentReply['payment']> {
    setFailure(noFailure);
    try {
      const order = await placeOrder();
      const params = { id: order.id };
      placedId.current = order.id;
      const reply = await call('POST /order/:id/payment', {
        params,
        body: {
          token: order.token,
          ...(method ? { method } : {}),
          ...(tender ? { balance: balanceOf(tender) } : {}),
        },
        ...keyed(idempotencyKey),
      });
      return reply.payment;
    } catch (error) {
      if (error instanceof ApiError) refused(error);
      throw error;
    }
  }

  function refused(error: ApiError): void {
    if (error.code === 'purchase_needs_approval' && tender) setApprovalFor(tender.key);
    if (error.code === 'total_changed' || error.code === 'out_of_stock') {
      onOutdated();
      void refreshPrices();
    }
    // The balance has changed.
    if (tender && error.status === 409) onOutdated();
    // An order that has ended meanwhile is not retried.
    else if (error.code === 'conflict') change({ placed: null });
    if (error.code === 'out_of_stock') setFailure({ message: stockSentence(error, answer), errors: {} });
    else if (Object.keys(error.errors).length > 0) setFailure({ message: null, errors: error.errors });
    else if (error.status === 409) setFailure({ message: error.message, errors: {} });
  }

  /** A balance pays for all of it, or nothing is left to pay. */
  async function payWithoutCard(): Promise<void> {
    setBusy(true);
    try {
      await pay(undefined);
      onPaid();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'already_committed') onPaid();
      else if (error.status !== 409 && Object.keys(error.errors).length === 0)
        setFailure({ message: error.message, errors: {} });
    } finally {
      setBusy(false);
    }
  }

  const onPaid = () => {
    const id = placedId.current;
    change(emptyOrderFields);
    emptyCart();
    onPlaced(id);
  };

  const onAsked = (slug: string) => {
    if (draft.placed) void giveUp(draft.placed);
    change(emptyOrderFields);
    emptyCart();
    void navigate(`/dealer/${slug}/approvals`);
  };

  /** The dealer whose manager has to approve the order. */
  const approver = tender?.isWhole && approvalFor === tender.key ? tender.balance.dealer : null;
  return { approver, busy, onAsked, onPaid, pay, payWithoutCard };
}

const balanceOf = ({ balance, part }: BalanceTender) => ({
  ...part,
  source: balance.source,
  ...(balance.dealer ? { dealer: balance.dealer.slug } : {}),
});

async function giveUp(placed: NonNullable<CheckoutDraft['placed']>): Promise<void> {
  // Cancels immediately so that the reserved goods become available before the reservation expires.
  await call('POST /order/:id/cancel', {
    params: { id: placed.id },
    body: { token: placed.token, unpaid_only: true },
    once: true,
  }).catch(() => {});
}

function stockSentence(error: ApiError, answer: Quote | null): string {
  const lacking = Array.isArray(error.current) ? (error.current as { slug: string; available: number }[]) : [];
  const words = lacking.map(({ slug, available }) => {
    const name = answer?.lines.find((line) => line.slug === slug)?.name ?? slug;
    return available === 0
      ? t('{name} has just sold out.', { name })
      : t('Only {available} of {name} are left.', { available, name });
  });
  return t('{words} Nothing was charged. Change the quantity in your cart to continue.', {
    words: words.join(' ') || error.message,
  });
}
