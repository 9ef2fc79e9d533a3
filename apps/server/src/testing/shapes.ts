import { type Chance, chance } from './money-run/chance.ts';
import type { Client } from './server.ts';
import { vancouver } from './shop.ts';

// Standard consistency workloads, run against the public API only: a bank whose total never changes, a counter without
// lost updates, a set without lost elements, and write skew between two that each rely on the other as the last one
// (G2).

export type Shaped = {
  readonly admins: readonly Client[];
  readonly users: readonly (readonly Client[])[];
  readonly bank: { readonly product: string; readonly places: readonly [string, string]; readonly pieces: number };
  readonly counter: { readonly product: string; readonly place: string };
  /** A dealer with two managers and a member; returns their ids. */
  managers(): Promise<{ readonly id: number; readonly managers: readonly [number, number] }>;
};
export type ShapesReport = {
  readonly operations: number;
  readonly counts: Record<string, number>;
  readonly wrong: string[];
};

const reason = 'A shape';

export async function shapes(
  on: Shaped,
  input: { readonly operations: number; readonly clients: number; readonly seed: number },
): Promise<ShapesReport> {
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  let operations = 0;
  const did = (what: string, times = 1) => {
    operations += times;
    counts[what] = (counts[what] ?? 0) + times;
  };
  const book = (admin: Client, productSlug: string, locationSlug: string, body: object) =>
    admin.call('POST /stock/product/:productSlug/location/:locationSlug', {
      params: { productSlug, locationSlug },
      body: { ...body, reason },
    });
  const answered = (what: string, status: number, fine: readonly number[]) => {
    did(what);
    if (!fine.includes(status)) wrong.push(`${what}: ${status}`);
    return status === fine[0];
  };

  const { bank, counter } = on;
  const bankMove = async (admin: Client, dice: Chance) => {
    const from = dice.below(2);
    const [here, there] = [bank.places[from] ?? '', bank.places[1 - from] ?? ''];
    if (dice.odds(0.5))
      return answered(
        'bank move',
        (await book(admin, bank.product, here, { kind: 'MOVE_OUT', change: 1 + dice.below(5), to: there })).status,
        [200, 422],
      );
    return answered(
      'bank arrival',
      (await book(admin, bank.product, here, { kind: 'MOVE_IN', change: 1 + dice.below(5) })).status,
      [200, 422],
    );
  };
  const bankRead = async (admin: Client) => {
    const { body } = await admin.call('GET /stock', { query: { product: bank.product } });
    did('bank read');
    const sum = body.data.reduce((all, { on_hand, in_transit }) => all + on_hand + in_transit, 0);
    if (sum !== bank.pieces) wrong.push(`the bank has ${sum} of ${bank.pieces}`);
    if (body.data.some(({ on_hand, in_transit }) => on_hand < 0 || in_transit < 0))
      wrong.push('the bank is below nothing');
  };

  const totals: number[] = [];
  let [begun, ended] = [0, 0];
  const count = async (admin: Client) => {
    begun += 1;
    const { status, body } = await book(admin, counter.product, counter.place, { kind: 'RECEIVE', change: 1 });
    if (!answered('counter add', status, [200])) return;
    ended += 1;
    totals.push(body.on_hand);
  };
  const readCount = async (admin: Client) => {
    const least = ended;
    const { body } = await admin.call('GET /stock', { query: { product: counter.product } });
    did('counter read');
    const [seen, most] = [body.data[0]?.on_hand ?? 0, begun];
    if (seen < least || seen > most) wrong.push(`the counter shows ${seen}, between ${least} and ${most} were added`);
  };

  const ownIds = on.users.map(() => new Set<number>());
  const add = async (user: number, client: Client, dice: Chance) => {
    const { status, body } = await client.call('POST /addresses', {
      body: { ...vancouver, line1: `${dice.below(1e9)} Set Street` },
    });
    // 409: the address book is full.
    if (answered('set add', status, [201, 409])) ownIds[user]?.add(body.id);
  };
  const look = async (user: number, client: Client) => {
    const must = [...(ownIds[user] ?? [])];
    const { body } = await client.call('GET /addresses');
    did('set read');
    const ids = body.map(({ id }) => id);
    if (must.some((id) => !ids.includes(id))) wrong.push('the set forgot what was acknowledged');
    if (new Set(ids).size !== ids.length) wrong.push('the set has something twice');
  };

  const skew = async () => {
    const { id, managers } = await on.managers();
    const replies = await Promise.all(
      managers.map((userId, at) =>
        (on.admins[at % on.admins.length] as Client).call('DELETE /v1/admin/dealers/:id/members/:userId', {
          params: { id, userId },
        }),
      ),
    );
    did('G2', 2);
    const gone = replies.filter(({ status }) => status === 204).length;
    if (gone !== 1) wrong.push(`${gone} of two managers left, one had to stay`);
  };

  await Promise.all(
    Array.from({ length: input.clients }, async (_, at) => {
      const dice = chance(input.seed * 1_000 + at);
      while (operations < input.operations && wrong.length < 20) {
        const admin = dice.pick(on.admins);
        const user = dice.below(on.users.length);
        const client = dice.pick(on.users[user] ?? []);
        const what = dice.below(100);
        if (what < 22) await bankMove(admin, dice);
        else if (what < 35) await bankRead(admin);
        else if (what < 55) await count(admin);
        else if (what < 65) await readCount(admin);
        else if (what < 78) await add(user, client, dice);
        else if (what < 92) await look(user, client);
        else await skew();
      }
    }),
  );
  const [admin] = on.admins as [Client];
  await bankRead(admin);
  await readCount(admin);
  if (new Set(totals).size !== totals.length) wrong.push('two additions got the same count');
  return { operations, counts, wrong };
}
