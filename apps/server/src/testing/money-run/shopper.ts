import { createHash, randomUUID } from 'node:crypto';
import type { Chance } from './chance.ts';
import { type Cart, decimalOf, minorOf, oracle, type Place, type Sums, units } from './oracle.ts';
import type { MoneyShop, Send } from './shop.ts';

/** An order as its buyer knows it, with the responses they got. */
export type Placed = {
  readonly id: number;
  readonly token: string;
  readonly number: string;
  readonly cart: Cart;
  readonly sums: Sums;
  /** Set once a response reported it. */
  reportedPaid: boolean;
  reportedCancelled: boolean;
  /** Acknowledged refunds, by key. */
  readonly reportedRefunds: Map<string, bigint>;
  shipped: boolean;
};

/** Card tokens of one provider, and how a 3-D Secure challenge is answered. */
export type Cards = {
  readonly ok: string;
  readonly refused: readonly string[];
  readonly asks: string;
  /** The first response is lost, charged or not; a retry results in one charge. */
  readonly stumbles: readonly string[];
  answer(order: Placed, yes: boolean): Promise<string>;
};

export type Run = {
  readonly shop: MoneyShop;
  readonly cards: Cards;
  /** Guests and customers, each on every process. */
  readonly buyers: readonly { readonly sends: readonly Send[]; readonly prepaid?: boolean }[];
  readonly staff: readonly Send[];
  readonly orders: Placed[];
  readonly wrong: string[];
  readonly counts: Record<string, number>;
  /** Expires an order and lets a process end what is over, while others pay. */
  expire(order: Placed): Promise<void>;
};

const places: readonly Place[] = [
  { country_code: 'CA', state: 'BC', postal_code: 'V5K 0A1' },
  { country_code: 'CA', state: 'QC', postal_code: 'H2X 1Y4' },
  { country_code: 'US', state: 'WA', postal_code: '98101' },
];
const parallel = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const count = (run: Run, what: string) => {
  run.counts[what] = (run.counts[what] ?? 0) + 1;
};

function randomCart({ shop }: Run, dice: Chance): Cart {
  const place = dice.pick(places);
  const entries = Array.from({ length: 1 + dice.below(3) }, () => ({
    ware: dice.odds(0.12) ? shop.scarce : dice.pick(shop.wares),
    quantity: 1 + dice.below(3),
  }));
  const code = dice.odds(0.4) ? (dice.odds(0.2) ? shop.few : dice.pick(shop.codes)) : null;
  const tier = place.country_code === 'CA' && dice.odds(0.4) ? 'express' : 'standard';
  return { currency: dice.pick(units), entries, code, place, tier };
}

/** One visit: a cart is filled, priced, ordered, paid, shipped, refunded, or abandoned at any step. */
export async function visit(run: Run, dice: Chance): Promise<void> {
  const buyer = dice.pick(run.buyers);
  const order = await place(run, dice, buyer.sends, randomCart(run, dice));
  if (!order) return;
  run.orders.push(order);
  const fate = dice.below(100);
  if (fate < 6) return count(run, 'left unpaid');
  if (fate < 12) {
    await Promise.all([
      cancel(run, dice.pick(buyer.sends), order),
      dice.odds(0.5) ? pay(run, dice, buyer, order) : null,
    ]);
    return count(run, 'cancelled');
  }
  if (fate < 22) {
    count(run, 'expired while paid');
    await Promise.all([pay(run, dice, buyer, order), run.expire(order)]);
  } else await pay(run, dice, buyer, order);
  if (order.reportedPaid && dice.odds(0.5)) await afterwards(run, dice, buyer.sends, order);
}

async function place(run: Run, dice: Chance, sends: readonly Send[], cart: Cart): Promise<Placed | null> {
  const sums = oracle(cart);
  const address = {
    full_name: 'Ada Lane',
    line1: '12 Main Street',
    city: 'Town',
    email: 'ada@example.test',
    ...cart.place,
  };
  const input = {
    entries: cart.entries.map(({ ware, quantity }) => ({ slug: ware.slug, quantity })),
    currency: cart.currency,
    codes: cart.code ? [cart.code.text] : [],
  };
  const quote = await dice.pick(sends)('POST', '/order/shipping', { body: { ...input, address: cart.place } });
  const offered = quote.body.tiers?.find((tier: { key: string }) => tier.key === cart.tier);
  const shown = offered?.sums ?? quote.body.sums;
  if (quote.status !== 200 || !shown) {
    run.wrong.push(`no quote: ${quote.status} ${quote.text.slice(0, 200)}`);
    return null;
  }
  compare(run, 'quote', shown, sums);
  const total = { amount: decimalOf(sums.total, cart.currency), currency: cart.currency };
  const body = { ...input, billing: address, shipping_tier: offered ? cart.tier : null, total };
  if (dice.odds(0.05)) {
    const off = { ...total, amount: decimalOf(sums.total + 1n, cart.currency) };
    const reply = await post(dice.pick(sends), '/order', { ...body, total: off });
    if (reply.status !== 409 || reply.body.code !== 'total_changed')
      run.wrong.push(`another total was taken: ${reply.text}`);
    count(run, 'another total');
  }
  const key = randomUUID();
  const copies = dice.odds(0.3) ? 2 + dice.below(3) : 1;
  const replies = await parallel(copies, (at) => post(sends[at % sends.length] as Send, '/order', body, key));
  const made = replies.filter(({ status }) => status === 201);
  // A refusal had no effect, so its key can be retried: a sold-out product may be available a moment later.
  if (new Set(made.map(({ text }) => text)).size > 1)
    run.wrong.push(
      `one key, several answers: ${replies.map(({ status, text }) => `${status} ${text.slice(0, 80)}`).join(' | ')}`,
    );
  const reply = made[0] ?? replies[0];
  if (reply?.status !== 201) {
    const scarce = cart.entries.some(({ ware }) => ware === run.shop.scarce);
    const expected =
      (reply?.body.code === 'out_of_stock' && scarce) ||
      (reply?.body.errors?.codes && cart.code === run.shop.few) ||
      // A customer with many unpaid orders.
      reply?.body.code === 'too_many_requests';
    if (!expected) run.wrong.push(`not placed: ${reply?.status} ${reply?.text.slice(0, 300)}`);
    count(run, reply?.body.code === 'out_of_stock' ? 'sold out' : 'code used up');
    return null;
  }
  compare(run, `order ${reply.body.id}`, reply.body, sums);
  count(run, 'placed');
  const { id, token, number } = reply.body as { id: number; token: string; number: string };
  return {
    id,
    token,
    number,
    cart,
    sums,
    reportedPaid: false,
    reportedCancelled: false,
    reportedRefunds: new Map(),
    shipped: false,
  };
}

/**
 * Every request has its own network address, and a retry has the same one, because the number of unpaid orders per
 * address is limited.
 */
const post = (send: Send, path: string, body: object, key: string = randomUUID()) => {
  const bytes = createHash('sha256').update(key).digest().subarray(0, 3);
  return send('POST', path, {
    body,
    headers: { 'idempotency-key': key, 'x-forwarded-for': `10.${[...bytes].join('.')}` },
  });
};

// biome-ignore lint/suspicious/noExplicitAny: an answer as it came
export function compare(run: Pick<Run, 'wrong'>, what: string, reply: any, sums: Sums): void {
  for (const name of ['list', 'discount', 'shipping', 'tax', 'total'] as const)
    if (minorOf(reply[name]) !== sums[name])
      run.wrong.push(`${what}: ${name} is ${reply[name].amount} ${reply[name].currency}, not ${sums[name]}`);
}

type Balance = { readonly balance: { source: 'prepaid'; amount: string; currency: string } };
const payWith = (send: Send, order: Placed, token: string, key?: string, balance: Balance | null = null) =>
  post(send, `/order/${order.id}/payment`, { token: order.token, method: { token }, ...balance }, key);

/** Prepaid money pays a part, or all of it. */
function somePrepaid(run: Run, dice: Chance, { sums, cart: { currency } }: Placed): Balance {
  count(run, 'prepaid');
  const minor = dice.odds(0.3) ? sums.total : 1n + (sums.total * BigInt(dice.below(90))) / 100n;
  return { balance: { source: 'prepaid', amount: decimalOf(minor, currency), currency } };
}

async function cancel(run: Run, send: Send, order: Placed): Promise<void> {
  const reply = await post(send, `/order/${order.id}/cancel`, { token: order.token });
  if (reply.status === 200) order.reportedCancelled = true;
  else if (reply.status !== 409) run.wrong.push(`cancelling ${order.id}: ${reply.status} ${reply.text}`);
}

type Reply = Awaited<ReturnType<Send>>;
/** True if there is nothing left to try. */
function isFinished(run: Run, order: Placed, reply: Reply): boolean {
  if ((reply.status === 200 && reply.body.order_state === 'paid') || reply.body.code === 'already_committed') {
    order.reportedPaid = true;
    return true;
  }
  // Less prepaid money is left than expected: the buyer pays in another way.
  if (reply.status === 409 && reply.body.current?.left !== undefined) return false;
  // 429: a customer with too many declined cards within the hour.
  if (reply.status === 409 || reply.status === 429) return true;
  if (reply.status === 200 || reply.status === 402) return false;
  run.wrong.push(`payment of ${order.id}: ${reply.status} ${reply.text.slice(0, 200)}`);
  return true;
}

const triesMax = 8;

/** Cards are declined, banks ask back, responses get lost, buttons are pressed twice; finally a card works. */
async function pay(run: Run, dice: Chance, { sends, prepaid }: Run['buyers'][number], order: Placed): Promise<void> {
  const { cards } = run;
  const send = () => dice.pick(sends);
  if (order.sums.total === 0n) return;
  for (let tries = 0; tries < triesMax; tries += 1) {
    const how = tries > 3 ? 50 : dice.below(100);
    const balance = prepaid && dice.odds(0.25) ? somePrepaid(run, dice, order) : null;
    if (how < 18) {
      count(run, 'refused');
      if (isFinished(run, order, await payWith(send(), order, dice.pick(cards.refused), undefined, balance))) return;
    } else if (how < 30) {
      count(run, 'bank asks');
      const challenged = await payWith(send(), order, cards.asks);
      if (isFinished(run, order, challenged)) return;
      const answered = await cards.answer(order, dice.odds(0.7));
      if (isFinished(run, order, await payWith(send(), order, answered))) return;
    } else if (how < 42 && cards.stumbles.length > 0) {
      count(run, 'answer lost');
      const [token, key] = [dice.pick(cards.stumbles), randomUUID()];
      for (let again = 0; again < 2; again += 1)
        if (isFinished(run, order, await payWith(send(), order, token, key))) return;
    } else if (how < 65) {
      count(run, 'pressed twice');
      const key = dice.odds(0.5) ? randomUUID() : undefined;
      const replies = await parallel(2 + dice.below(3), (at) =>
        payWith(sends[at % sends.length] as Send, order, cards.ok, key ?? randomUUID(), balance),
      );
      if (replies.map((reply) => isFinished(run, order, reply)).includes(true)) return;
    } else if (isFinished(run, order, await payWith(send(), order, cards.ok, undefined, balance))) return;
  }
  run.wrong.push(`order ${order.id} could not be paid`);
}

/** The order is held, cleared, cancelled by its buyer or by staff, and shipped in parts. */
function stepsOf(run: Run, dice: Chance, buyers: readonly Send[], order: Placed): Promise<unknown>[] {
  const path = `/v1/admin/orders/${order.id}`;
  const act = async (what: string, send: Send, to: string, body: object) => {
    const reply = await post(send, to, body);
    count(run, `${what} ${reply.status}`);
    if (![200, 409, 422].includes(reply.status))
      run.wrong.push(`${what} of ${order.id}: ${reply.status} ${reply.text}`);
    return reply;
  };
  const steps: Promise<unknown>[] = [];
  const staff = () => dice.pick(run.staff);
  if (dice.odds(0.15)) steps.push(cancel(run, dice.pick(buyers), order));
  if (dice.odds(0.15)) steps.push(act('staff cancel', staff(), `${path}/cancel`, { reason: 'Not available' }));
  if (dice.odds(0.15)) {
    const lines = [{ line: 1, quantity: 1 }];
    steps.push(act('cancel line', staff(), `${path}/cancel`, { reason: 'Not available', lines }));
  }
  if (dice.odds(0.2)) {
    const lines = [{ line: 1, quantity: 1 }];
    steps.push(act('ship part', staff(), `${path}/ship`, { tracking_number: `P${order.id}`, lines }));
  }
  if (dice.odds(0.2)) {
    steps.push(
      act('hold', staff(), `${path}/steps`, { event: 'hold', reason: 'Review' }).then(() =>
        act('clear', staff(), `${path}/steps`, { event: 'clear' }),
      ),
    );
  }
  return steps;
}

/** Staff ship and refund it, in full and in parts, concurrently. */
async function afterwards(run: Run, dice: Chance, buyers: readonly Send[], order: Placed): Promise<void> {
  const staff = () => dice.pick(run.staff);
  const found = await staff()('GET', `/v1/admin/transactions?search=${order.number}`);
  const transaction = found.body.data?.[0];
  if (!transaction) return;
  const path = `/v1/admin/transactions/${transaction.id}`;
  const acts: Promise<unknown>[] = [];
  if (dice.odds(0.5))
    acts.push(
      post(staff(), `${path}/set-tracking-number`, { tracking_number: `T${order.id}` }).then(({ status }) => {
        if (status === 200) order.shipped = true;
      }),
    );
  const refund = async (kind: string, body: object, key: string) => {
    const reply = await post(staff(), `${path}/${kind}`, { reason: 'Not wanted', ...body }, key);
    count(run, `refund ${reply.status}`);
    if (![200, 402, 409, 422].includes(reply.status))
      run.wrong.push(`refund of ${order.id}: ${reply.status} ${reply.text}`);
    return reply.status;
  };
  const { currency } = order.cart;
  for (let parts = dice.below(4); parts > 0; parts -= 1) {
    const minor = dice.odds(0.3) ? 1n : 1n + (order.sums.total * BigInt(1 + dice.below(60))) / 100n;
    const key = randomUUID();
    for (let copies = dice.odds(0.2) ? 2 : 1; copies > 0; copies -= 1)
      acts.push(
        refund('partially-refund', { amount: decimalOf(minor, currency) }, key).then(
          (status) => status === 200 && order.reportedRefunds.set(key, minor),
        ),
      );
  }
  if (dice.odds(0.4)) acts.push(refund('fully-refund', {}, randomUUID()));
  acts.push(...stepsOf(run, dice, buyers, order));
  await Promise.all(acts);
}
