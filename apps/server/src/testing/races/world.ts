import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { clientConfig, usualTimeouts } from '../../platform/db/connection/connection.ts';
import { sessionCookieName } from '../../platform/http/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { cachesRefreshed } from '../catalog.ts';
import { accountDealer, tuneShop } from '../money/purchases.ts';
import { outside } from '../money-run/shop.ts';
import { type Client, callingBy, type Reply, type TestServer, testServer } from '../server.ts';
import { makeShop } from '../shop.ts';
import { makeLocation } from '../store.ts';

/** One of the two processes of a race. */
export type Process = {
  readonly at: 0 | 1;
  readonly platform: Platform;
  readonly admin: Client;
  /** The same client, calling this process. */
  through(client: Client): Client;
};

export type World = {
  readonly server: TestServer;
  readonly processes: readonly [Process, Process];
  readonly shop: Awaited<ReturnType<typeof makeShop>>;
  readonly tunes: Awaited<ReturnType<typeof tuneShop>>;
  /** A tune with a free tool: one credit pays all of it. */
  readonly plain: { readonly id: number };
  /** A product with few pieces, a rental product, and a second location. */
  readonly scarce: string;
  readonly rented: string;
  readonly annex: string;
  /** A dealer with this credit limit and two members. */
  dealer(limitMinor: bigint): Promise<{ id: number; slug: string; members: readonly [Client, Client] }>;
  /** A separate pool for observing locks. */
  readonly watch: pg.Pool;
  close(): Promise<void>;
};

/** In process, or over HTTP as an external client. */
export async function makeCatalog(input: { readonly http?: boolean } = {}): Promise<World> {
  const server = await testServer();
  const other = await server.another();
  const shop = await makeShop(server);
  const tunes = await tuneShop(server);
  const cable = await tunes.make.tool({ name: 'Cable', fee: 0 });
  const plain = await tunes.make.tune({
    name: 'Stage 2',
    engines: [tunes.engine.id],
    tools: [cable.id],
    price: { base: 60_000 },
  });
  await server.db.updateTable('tunes').set({ tuner_id: tunes.tuner.id }).where('id', '=', plain.id).execute();
  const { slug: scarce } = await shop.sell(0);
  const prices = [{ currency: 'CAD', price: '70.00', deposit: '500.00' }];
  const { slug: rented } = await shop.sell(1_000_000, { is_rental: true, prices } as never);
  const { slug: annex } = await makeLocation(server, `annex-${randomUUID().slice(0, 8)}`);
  await cachesRefreshed(server);
  await cachesRefreshed({ ...server, platform: other.platform });
  const roads = input.http
    ? await Promise.all([server.app, other.app].map((app) => overHttp(app, sessionCookieName(server.platform.config))))
    : [server.clientWith, other.clientWith];
  const through = roads.map((road) => (client: Client) => road(client.token));
  const processOf = (at: 0 | 1): Process => {
    const here = through[at] as (client: Client) => Client;
    return { at, platform: [server.platform, other.platform][at] as Platform, admin: here(shop.admin), through: here };
  };
  const watch = new pg.Pool({ ...clientConfig(server.database.connection, usualTimeouts, 'watch'), max: 2 });
  return {
    server,
    processes: [processOf(0), processOf(1)],
    shop,
    tunes,
    plain,
    scarce,
    rented,
    annex,
    async dealer(limitMinor) {
      const { member, dealer } = await accountDealer(server, { limitMinor });
      const second = await server.as({ role: 4 });
      await server.db
        .insertInto('dealer_members')
        .values({ dealer_id: dealer.id, user_id: second.userId ?? 0, kind: 'member' })
        .execute();
      return { ...dealer, members: [member, second] };
    },
    watch,
    async close() {
      await watch.end();
      await server.close();
    },
  };
}

async function overHttp(app: TestServer['app'], cookieName: string): Promise<(token: string | null) => Client> {
  const open = await outside(app, cookieName);
  return (token) => {
    const send = open(token);
    const request: Client['request'] = async (method, url, options) => {
      const { status, body, text } = await send(method, url.replace(/^\/api/, ''), options);
      return { status, body, headers: {}, raw: { payload: text } } as never;
    };
    return callingBy(request, token, null);
  };
}

/** A response, or a substitute for jobs. */
export type RaceReply = Pick<Reply<unknown>, 'status' | 'body'>;
