import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { emptyAddress } from '../../ui/address/address-draft.ts';
import type { Quote } from './purchase-types.ts';
import { usePayPurchase } from './use-pay-purchase.ts';

type Input = Parameters<typeof usePayPurchase>[0];

const quote = { total: { amount: '0.00', currency: 'CAD' } } as Quote;
const failures: unknown[] = [];
const onBought = vi.fn();

function paying(): ReturnType<typeof usePayPurchase> {
  const input: Input = {
    tender: { dealer: 'north', prepaid: null },
    billing: emptyAddress,
    request: undefined,
    purchaseOf: () => ({ estimate_hash: 'a' }) as never,
    setFailure: ({ message }) => void failures.push(message),
    onBought,
    onChanged: () => {},
    onConflict: () => {},
  };
  let made: ReturnType<typeof usePayPurchase> | undefined;
  function Page() {
    made = usePayPurchase(input);
    return null;
  }
  renderToStaticMarkup(<Page />);
  if (!made) throw new Error('The page was not rendered.');
  return made;
}

const sent: { url: string; key: string | null }[] = [];
function answerWith(status: number, body: object): void {
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    sent.push({ url, key: new Headers(headers).get('idempotency-key') });
    return Response.json(body, { status });
  });
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  for (const list of [failures, sent]) list.length = 0;
});

test.each(['payWithoutCard', 'chargeAccount'] as const)(
  '%s shows a failure and repeats the call with its key',
  async (pay) => {
    answerWith(503, {});
    const purchase = paying();
    await purchase[pay](quote);
    await purchase[pay](quote);
    expect(failures.filter(Boolean)).toEqual(Array(2).fill(expect.stringMatching(/unknown error/)));
    expect(sent.map(({ key }) => key)).toEqual([sent[0]?.key, sent[0]?.key]);
    expect(sent[0]?.key).toBeTruthy();
    expect(onBought).not.toHaveBeenCalled();
  },
);

test.each(['payWithoutCard', 'chargeAccount'] as const)(
  '%s leads to a purchase that was already completed',
  async (pay) => {
    answerWith(409, { code: 'already_committed', current: { purchase_id: 7 } });
    await paying()[pay](quote);
    expect(onBought).toHaveBeenCalledExactlyOnceWith(7);
  },
);
