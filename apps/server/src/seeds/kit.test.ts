import type { KitNode } from '@tuneport/domain/catalog/kit-tree';
import { nodesOf } from '@tuneport/domain/trees/tree';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { buildDemoKit } from './kit.ts';
import { demoProducts } from './store/store-products.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('every answer of the demo kit builder leads to products in the demo shop', async () => {
  await buildDemoKit(database.db);
  const { tree } = await database.db.selectFrom('kit_builder_trees').select('tree').executeTakeFirstOrThrow();
  const sold = new Set(demoProducts.map(({ slug }) => slug));
  const results = [...nodesOf(tree as KitNode)].filter(({ children }) => children.length === 0);
  expect(results.length).toBe(5);
  for (const { products } of results) expect(products.filter(({ slug }) => !sold.has(slug))).toEqual([]);
});
