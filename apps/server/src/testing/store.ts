import type { ProductFields } from '@tuneport/contract/store/store-products-admin';
import type { Shortages } from '@tuneport/domain/store/product';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Region } from '../platform/http/context.ts';
import type { Client, TestServer } from './server.ts';

export type ProductInput = z.input<typeof ProductFields>;

let serial = 0;

/** A product anyone can buy, as an editor would send it. */
export const productFields = (input: Partial<ProductInput> = {}): ProductInput => {
  serial += 1;
  return {
    slug: `product-${serial}`,
    name: `Product ${serial}`,
    state: 'published',
    shipping_class: 'parcel',
    prices: [{ currency: 'CAD', price: '100.00' }],
    ...input,
  };
};

export async function makeProduct(admin: Client, input: Partial<ProductInput> = {}) {
  const made = await admin.call('POST /v1/admin/products', { body: productFields(input) });
  if (made.status !== 201) throw new Error(`product not made: ${JSON.stringify(made.body)}`);
  return made.body;
}

export async function makeLocation({ db }: Pick<TestServer, 'db'>, slug: string, region: 1 | 2 | null = null) {
  return db
    .insertInto('stock_locations')
    .values({ slug, name: slug, region, position: serial })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
}

export async function receive(admin: Client, productSlug: string, locationSlug: string, pieces: number) {
  const booked = await admin.call('POST /stock/product/:productSlug/location/:locationSlug', {
    params: { productSlug, locationSlug },
    body: { kind: 'RECEIVE', change: pieces, reason: 'delivery' },
  });
  if (booked.status !== 200) throw new Error(`nothing received: ${JSON.stringify(booked.body)}`);
  return booked.body;
}

type Allocation = {
  product: number;
  location: number | null;
  quantity: number;
  back_ordered: number;
  month: string | null;
};

/** Allocates goods as `place_order` does, without an order. */
export async function allocateStock(
  { db }: Pick<TestServer, 'db'>,
  reference: string,
  lines: readonly { product_id: number; quantity: number }[],
  { shortages = {}, region = 1, now = new Date() }: { shortages?: Shortages; region?: Region; now?: Date } = {},
): Promise<Allocation[]> {
  const { rows } = await sql<Allocation>`select * from allocate_stock(${reference}, ${JSON.stringify(lines)}::jsonb,
    ${JSON.stringify(shortages)}::jsonb, ${region}::smallint, ${now})`.execute(db);
  return rows;
}
