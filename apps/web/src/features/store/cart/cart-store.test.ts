import type { NewCartEntry } from '@tuneport/domain/store/cart';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { showPanel } from '../../../shell/panels/panel-store.ts';
import { cartNow } from './cart-memory.ts';
import {
  addToCart,
  cartCurrency,
  changeQuantity,
  chooseCurrency,
  emptyCart,
  putBack,
  removeFromCart,
} from './cart-store.ts';

const stored = new Map<string, string>();
const sent: { url: string; body: { name: string; data: Record<string, unknown> } }[] = [];
const outside: unknown[][] = [];
let cookie = '';
let onPageShow = (_event: { persisted: boolean }) => {};
/** The page comes back from the back/forward cache and reads the stored cart again. */
const comeBack = () => onPageShow({ persisted: true });

beforeEach(() => {
  stored.clear();
  sent.length = 0;
  outside.length = 0;
  cookie = '';
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  vi.stubGlobal('navigator', {
    sendBeacon: (url: string, blob: Blob) => {
      void blob.text().then((text) => sent.push({ url, body: JSON.parse(text) }));
      return true;
    },
  });
  vi.stubGlobal('window', {
    location: { pathname: '/' },
    // Registered once, with the first cart of the file.
    addEventListener: (name: string, listener: typeof onPageShow) => {
      if (name === 'pageshow') onPageShow = listener;
    },
    gtag: (...args: unknown[]) => outside.push(['gtag', ...args]),
    fbq: (...args: unknown[]) => outside.push(['fbq', ...args]),
  });
  vi.stubGlobal('document', {
    get cookie() {
      return cookie;
    },
    set cookie(written) {
      cookie = written.split(';')[0] ?? '';
    },
  });
  cartNow();
  comeBack();
});
afterEach(() => {
  vi.unstubAllGlobals();
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

const entry = (slug = 'kess', quantity = 1): NewCartEntry => ({
  product: { slug, name: slug, pricesByCurrency: { CAD: '100.00' } },
  options: [],
  quantity,
});
const quantities = () => cartNow().entries.map(({ product, quantity }) => [product.slug, quantity]);

describe('the cart of a browser', () => {
  test('is stored with its currency; the open panel is page state only (S220 S167)', () => {
    addToCart(entry('kess', 15));
    addToCart(entry('kess', 10));
    addToCart(entry('flex'));
    chooseCurrency('USD');
    showPanel('cart');
    comeBack();
    expect([quantities(), cartNow().currency]).toEqual([
      [
        ['kess', 20],
        ['flex', 1],
      ],
      'USD',
    ]);
    // The server uses the same currency for its prices.
    expect(cookie).toBe('currency=USD');
    showPanel(null);
    emptyCart();
    expect(quantities()).toEqual([]);
  });
  test('drops invalid entries from storage and keeps the others', () => {
    addToCart(entry('kess', 3));
    const storedCart = JSON.parse(stored.get('tuneport.cart') ?? '{}');
    stored.set(
      'tuneport.cart',
      JSON.stringify({ ...storedCart, entries: [...storedCart.entries, null, { hash: 'x' }, 7] }),
    );
    comeBack();
    expect(quantities()).toEqual([['kess', 3]]);
    stored.set('tuneport.cart', 'not json');
    comeBack();
    expect(quantities()).toEqual([]);
  });
  test('removes an item and restores it at its position', () => {
    for (const slug of ['a', 'b', 'c']) addToCart(entry(slug, 2));
    const middle = removeFromCart(cartNow().entries[1]?.hash ?? '');
    expect(quantities()).toEqual([
      ['a', 2],
      ['c', 2],
    ]);
    if (middle) putBack(middle, 1);
    expect(quantities()).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 2],
    ]);
  });
  test('syncs with other tabs over cart-sync (S426)', async () => {
    cartNow();
    const other = new BroadcastChannel('cart-sync');
    const messages: unknown[] = [];
    other.onmessage = ({ data }) => messages.push(data);
    addToCart(entry());
    await settled();
    expect(messages).toEqual([cartNow()]);
    expect(quantities()).toHaveLength(1);
    other.postMessage({ entries: [], currency: null });
    await settled();
    expect(quantities()).toEqual([]);
    other.close();
  });
});

describe('an analytics event', () => {
  test('is sent to the first-party endpoint when an item is added, with slug, quantity, currency and value (S227)', async () => {
    addToCart(entry('kess', 3));
    await settled();
    expect(sent).toEqual([
      {
        url: '/api/global/prism/eyes',
        body: { name: 'add_to_cart', data: { slug: 'kess', quantity: 3, currency: 'CAD', value: '300.00' }, path: '/' },
      },
    ]);
  });
  test('is sent when an item is removed, in whole or in part (S228)', async () => {
    addToCart(entry('kess', 5));
    const hash = cartNow().entries[0]?.hash ?? '';
    changeQuantity(hash, 3);
    removeFromCart(hash);
    await settled();
    expect(sent.slice(1).map(({ body }) => [body.name, body.data.quantity, body.data.value])).toEqual([
      ['remove_from_cart', 2, '200.00'],
      ['remove_from_cart', 3, '300.00'],
    ]);
  });
  test('is sent to third-party scripts only with consent', async () => {
    addToCart(entry());
    expect(outside).toEqual([]);
    cookie = 'consent=1; googleAnalytics=1; facebookPixel=0';
    addToCart(entry());
    expect(outside.map(([user, , name]) => [user, name])).toEqual([['gtag', 'add_to_cart']]);
  });
});

test('the currency is the chosen one, then that of the dealer, the user and the shop; each only if allowed', () => {
  const ui = (more: object) =>
    ({
      settings: { currencies: ['CAD', 'USD', 'EUR'], default_currency: 'CAD' },
      user: null,
      dealer: null,
      ...more,
    }) as never;
  const of = (preferred_display_currency: string | null) => ({ preferred_display_currency });
  expect(cartCurrency(ui({ user: of('USD'), dealer: of('EUR') }), 'CAD')).toBe('CAD');
  expect(cartCurrency(ui({ user: of('USD'), dealer: of('EUR') }), null)).toBe('EUR');
  expect(cartCurrency(ui({ user: of('USD') }), 'JPY')).toBe('USD');
  expect(cartCurrency(ui({ user: of('JPY') }), null)).toBe('CAD');
});
