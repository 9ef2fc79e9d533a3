import type { CallInput } from '@tuneport/contract/index';
import { useRef, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { keyed } from '../../platform/api/call.ts';
import type { CheckoutDraft } from '../store/checkout/checkout-draft.ts';
import { type Bought, isSome, type Quote, type WireMoney } from './purchase-types.ts';
import type { PurchaseTender } from './use-purchase-tender.ts';

export type Method = NonNullable<CallInput<'POST /v1/catalog/pay'>['body']['method']>;

export type PurchaseFailure = { readonly message: string | null; readonly errors: ApiError['errors'] };
export const noFailure: PurchaseFailure = { message: null, errors: {} };

type Input = {
  tender: Pick<PurchaseTender, 'dealer' | 'prepaid'>;
  billing: CheckoutDraft['billing'];
  request: number | undefined;
  /** What is bought at the price that is shown. */
  purchaseOf: (shown: Quote) => Omit<CallInput<'POST /v1/catalog/pay-later'>['body'], 'dealer' | 'card'>;
  setFailure: (failure: PurchaseFailure) => void;
  onBought: (id: number) => void;
  /** The price has changed. */
  onChanged: () => void;
  /** The account balance has changed, so the split offer has to be recalculated. */
  onConflict: () => void;
};

/** The calls that buy tunes: by card or prepaid money, on account, or both. A refusal is shown, and the input stays. */
export function usePayPurchase({ tender, billing, request, purchaseOf, ...on }: Input) {
  const { dealer, prepaid } = tender;
  const { setFailure, onBought, onChanged, onConflict } = on;
  const [busy, setBusy] = useState(false);
  const boughtId = useRef(0);

  async function attempt(act: () => Promise<Bought>): Promise<Bought['payment']> {
    setFailure(noFailure);
    try {
      const { purchase, payment: paid } = await act();
      boughtId.current = purchase.id;
      return paid;
    } catch (cause) {
      if (cause instanceof ApiError) refused(cause);
      throw cause;
    }
  }

  function refused(cause: ApiError): void {
    const current = (cause.current ?? {}) as { purchase_id?: number };
    if (cause.code === 'already_committed') boughtId.current = current.purchase_id ?? boughtId.current;
    else if (Object.keys(cause.errors).length > 0) setFailure({ message: null, errors: cause.errors });
    else if (cause.status === 409) setFailure({ message: cause.message, errors: {} });
    if (cause.code === 'total_changed') onChanged();
    if (cause.status === 409) onConflict();
  }

  const onPaid = () => onBought(boughtId.current);

  const payCard = (shown: Quote) => (method: Method | undefined, idempotencyKey?: string) =>
    attempt(() => {
      const whose = prepaid?.balance.dealer ? { dealer: prepaid.balance.dealer.slug } : {};
      const part = prepaid ? { prepaid: { ...prepaid.part, ...whose } } : {};
      const body = { ...purchaseOf(shown), billing, ...(method ? { method } : {}), ...part };
      if (request === undefined) return call('POST /v1/catalog/pay', { body, ...keyed(idempotencyKey) });
      const params = { id: request };
      return isSome(shown.total)
        ? call('POST /v1/tune-requests/:id/pay', { params, body, ...keyed(idempotencyKey) })
        : call('POST /v1/tune-requests/:id/free', { params, body, ...keyed(idempotencyKey) });
    });
  const payLater = (shown: Quote, card: WireMoney | null) => (method: Method | null, idempotencyKey?: string) =>
    attempt(() => {
      const body = {
        ...purchaseOf(shown),
        ...(dealer ? { dealer } : {}),
        ...(card && method ? { card: { ...card, method } } : {}),
      };
      return request === undefined
        ? call('POST /v1/catalog/pay-later', { body, ...keyed(idempotencyKey) })
        : call('POST /v1/tune-requests/:id/pay-later', { params: { id: request }, body, ...keyed(idempotencyKey) });
    });

  /** A button without a card form, which would show errors and ignore a second click itself. */
  async function withoutCard(pay: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await pay();
      onPaid();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (cause.code === 'already_committed') onPaid();
      else if (cause.status !== 409 && Object.keys(cause.errors).length === 0)
        setFailure({ message: cause.message, errors: {} });
    } finally {
      setBusy(false);
    }
  }

  const chargeAccount = (shown: Quote) => withoutCard(() => payLater(shown, null)(null));
  /** Prepaid money, a discount or tune credits pay for all of it. */
  const payWithoutCard = (shown: Quote) => withoutCard(() => payCard(shown)(undefined));

  return { busy, chargeAccount, onPaid, payCard, payLater, payWithoutCard };
}
