import { type Client, type TestServer, testOrigin } from '../server.ts';
import { makeShop, setTaxes, settled } from '../shop.ts';
import { type Code, decimalOf, salePercent, type Unit, type Ware } from './oracle.ts';

export type Send = (
  method: string,
  path: string,
  options?: { body?: unknown; headers?: Record<string, string> },
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as any checker from outside would read them
) => Promise<{ status: number; body: any; text: string }>;

/** How a process is called: in process, or over HTTP. */
export type Door = (token: string | null) => Send;

export type MoneyShop = {
  readonly server: TestServer;
  readonly admin: Client;
  readonly wares: readonly Ware[];
  /** Sells out during the run. */
  readonly scarce: Ware;
  readonly scarcePieces: number;
  readonly codes: readonly Code[];
  /** Limited number of uses. */
  readonly few: Code;
  readonly fewUses: number;
  readonly affiliateId: number;
};

const prices = ({ prices: listed }: Pick<Ware, 'prices'>) =>
  Object.entries(listed).map(([currency, minor]) => ({ currency, price: decimalOf(minor, currency as Unit) }));

/** Indivisible prices, in currencies of 0, 2 and 3 decimals, taxes, a sale, and codes of every kind. */
export async function makeMoneyShop(server: TestServer, size: { scarce: number; few: number }): Promise<MoneyShop> {
  const { admin, sell } = await makeShop(server);
  await setTaxes(server, admin, [
    { country_code: 'CA', state: '', name: 'GST', percent: '5' },
    { country_code: 'CA', state: 'BC', name: 'PST', percent: '7' },
    { country_code: 'CA', state: 'QC', name: 'QST', percent: '9.975' },
  ]);
  const ware = async (pieces: number, sent: boolean, listed: Ware['prices']): Promise<Ware> => {
    const kind = sent ? {} : { is_digital: true, tracks_stock: false, shipping_class: null };
    const { slug } = await sell(pieces, { prices: prices({ prices: listed }), ...kind });
    return { slug, prices: listed, sent };
  };
  const wares = [
    await ware(1_000_000, true, { CAD: 3_333n }),
    await ware(1_000_000, true, { CAD: 10_000n, USD: 7_999n }),
    await ware(1_000_000, true, { CAD: 1n }),
    await ware(1_000_000, true, { CAD: 24_995n, JPY: 27_001n, KWD: 55_555n }),
    await ware(0, false, { CAD: 1_999n }),
  ];
  const scarce = await ware(size.scarce, true, { CAD: 6_007n });
  const affiliate = await server.make.affiliate();
  const affiliateCode = { code: 'PAL', name: 'Pal', affiliate_id: affiliate.id, amount: '15', share_percent: '7.5' };
  await server.db
    .insertInto('discount_codes')
    .values({ ...affiliateCode, amount_type: 'percent' })
    .execute();
  const sale = async (more: object) => {
    const start = new Date(Date.now() - 60_000).toISOString();
    const end = new Date(Date.now() + 24 * 3_600_000).toISOString();
    const body = { name: 'Sale', type: 'products', amountType: 'percent', start, end, ...more };
    const made = await admin.call('POST /v1/admin/sales', { body });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  };
  await sale({ name: 'Always', amount: `${salePercent}` });
  await sale({ code: 'TEN', amount: '10' });
  await sale({ code: 'FLAT', amount: '12.34', amountType: 'dollar' });
  await sale({ code: 'FEW', amount: '20', uses_max: size.few });
  await settled(server);
  return {
    server,
    admin,
    wares,
    scarce,
    scarcePieces: size.scarce,
    codes: [
      { text: 'TEN', percent: 10n },
      { text: 'flat', offCadMinor: 1_234n },
      { text: 'pal', percent: 15n },
    ],
    few: { text: 'few', percent: 20n },
    fewUses: size.few,
    affiliateId: affiliate.id,
  };
}

/** Calls a server of this process, without a socket. */
export const inside =
  (clientWith: (token: string | null) => Client): Door =>
  (token) => {
    const client = clientWith(token);
    return async (method, path, options) => {
      const reply = await client.request(method, `/api${path}`, options);
      return { status: reply.status, body: reply.body, text: reply.raw.payload };
    };
  };

/** Calls over HTTP, as an external client. */
export async function outside(app: TestServer['app'], cookieName: string): Promise<Door> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return (token) => async (method, path, options) => {
    const headers: Record<string, string> = { origin: testOrigin, ...options?.headers };
    if (token !== null) headers.cookie = `${cookieName}=${token}`;
    if (options?.body !== undefined) headers['content-type'] = 'application/json';
    const body = options?.body === undefined ? null : JSON.stringify(options.body);
    const reply = await fetch(`${origin}/api${path}`, { method, headers, body });
    const text = await reply.text();
    const json = reply.headers.get('content-type')?.startsWith('application/json');
    return { status: reply.status, body: json ? JSON.parse(text) : text, text };
  };
}
