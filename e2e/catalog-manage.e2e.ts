import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bumpArea } from '../apps/server/src/platform/cache/area-versions.ts';
import { eventually } from './harness/eventually.ts';
import { openSite, type Site } from './harness/site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite({ DEMO: 'small' });
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();

test('two people edit one tune at once: the second is shown what the first changed and keeps both', async () => {
  const tune = await site.db
    .selectFrom('tunes')
    .select(['id', 'name'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id } = tune;
  const [one, two] = [await site.logInAs('cms-tuner'), await site.logInAs('admin')];
  two.allow(/status of 412/);
  for (const { open } of [one, two]) await open(`/catalog-manage/tunes/${id}`);
  await one.page.getByLabel('Part number').fill('FIRST-1');
  await one.page.getByRole('button', { name: 'Save tune' }).click();
  await one.page.getByText('Saved.').waitFor();
  const name = `${tune.name} X`;
  await two.page.getByLabel('Name', { exact: true }).fill(name);
  await two.page.getByRole('button', { name: 'Save tune' }).click();
  const merge = two.page.getByRole('dialog', { name: 'Somebody else saved this meanwhile' });
  await merge.getByText('FIRST-1').waitFor();
  await merge.getByRole('button', { name: 'Save this version' }).click();
  await merge.waitFor({ state: 'hidden' });
  const kept = await site.db.selectFrom('tunes').select(['name', 'part_number']).where('id', '=', id).execute();
  expect(kept).toEqual([{ name, part_number: 'FIRST-1' }]);
});

test('R109 S080 the kit builder is no page and no link while it is off; written by keyboard and switched on, it leads to a kit', async () => {
  const visitor = await site.visitor();
  visitor.allow(/status of 404/);
  expect((await visitor.page.goto('/kit-builder'))?.status()).toBe(404);
  expect(await visitor.page.getByRole('link', { name: 'Kit builder' }).count()).toBe(0);

  const { page, open } = await site.logInAs('admin');
  await open('/admin/kit-builder');
  const start = page.getByRole('button', { name: 'Write the first question' });
  if (await start.isVisible()) await start.click();
  await page.getByLabel('Name of the result').fill('What do you drive?');
  for (const answer of ['Petrol', 'Diesel']) {
    await page.getByRole('treeitem').first().click();
    await page.getByRole('treeitem').first().press('Insert');
    await page.getByLabel(/^Answer to/).fill(answer);
    await page.getByLabel('Name of the result').fill(`${answer} kit`);
    await page.getByLabel('Address of a product').fill(`${answer.toLowerCase()}-box`);
    await page.getByLabel('Address of a product').press('Enter');
  }
  await page.getByRole('treeitem', { name: /Diesel/ }).press('Alt+ArrowUp');
  const rows = page.getByRole('treeitem');
  expect(await rows.allTextContents()).toEqual(['What do you drive?', 'DieselDiesel kit', 'PetrolPetrol kit']);
  await page.getByRole('treeitem', { name: /Diesel/ }).press('Delete');
  expect(await rows.count()).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await rows.count()).toBe(3);
  await page.getByRole('button', { name: 'Save tree' }).click();
  await page.getByText('The kit builder is saved.').waitFor();

  await site.db
    .insertInto('settings')
    .values({ name: 'www_kit_builder', value: JSON.stringify(true) })
    .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify(true) }))
    .execute();
  await bumpArea(site.db, 'settings');
  await eventually(async () => expect((await visitor.page.goto('/kit-builder'))?.status()).toBe(200), 10_000);
  await heading(visitor.page, 'What do you drive?');
  await visitor.page.getByText('Question 1 of 1').waitFor();
  await visitor.page.getByRole('link', { name: 'Diesel' }).click();
  await heading(visitor.page, 'Diesel kit');
  await visitor.page.getByText('Not available at the moment').waitFor();
  await visitor.page.getByRole('link', { name: 'Back' }).click();
  await heading(visitor.page, 'What do you drive?');
});
