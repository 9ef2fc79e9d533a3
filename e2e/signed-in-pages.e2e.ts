import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demoEmail } from '../apps/server/src/seeds/demo-accounts.ts';
import { routedRows } from '../apps/web/src/route-table.ts';
import { type Caller, caller, loggedIn } from './harness/api.ts';
import { sampleAddress, sampleVehicle } from './harness/sample-address.ts';
import { openSite, type Site } from './harness/site.ts';

// Public pages of signed-in people come from a page that their audience shares.

const hostileName = `</script><script>window.stolen=1</script> & "Bob" '$&'`;

let site: Site;
let addresses: string[];
beforeAll(async () => {
  site = await openSite();
  const vehicle = await sampleVehicle(caller(() => site.origin));
  addresses = routedRows
    .filter((row) => row.guard === null && row.kind !== 'redirect' && !row.marks.includes('token-link'))
    .map((row) => sampleAddress(row, vehicle));
});
afterEach(() => site.settle());
afterAll(() => site?.close());

const account = (address: string): Promise<Caller> => loggedIn(() => site.origin, address);
const open = (who: Caller, path: string) =>
  who.request<string>('GET', path, { headers: { 'accept-encoding': 'identity' } });
/** Without what may differ between two moments: a job may notify the customer in between. */
const withoutTime = (html: string) =>
  html
    .replaceAll(/"renderedAt":"[^"]+"/g, '')
    .replace(/"suspended":.*?,"dealer_onboarding/, '')
    .replace(/"unread_notifications":\d+/, '');
const idOf = async (address: string) =>
  (await site.db.selectFrom('users').select('id').where('email', '=', demoEmail(address)).executeTakeFirstOrThrow()).id;

test('a page with inserted values is the page that is rendered for the person alone', async () => {
  const customer = await account('customer');
  const id = await idOf('customer');
  await site.db.updateTable('users').set({ name: hostileName }).where('id', '=', id).execute();
  const inserted = new Map<string, string>();
  for (const path of addresses) inserted.set(path, (await open(customer, path)).body);
  // Members of a suspended partner have no audience: their pages are rendered whole.
  const affiliate = await site.db
    .insertInto('affiliates')
    .values({ name: 'Suspended', state: 'suspended' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await site.db.insertInto('affiliate_members').values({ affiliate_id: affiliate.id, user_id: id }).execute();
  for (const path of addresses)
    expect(withoutTime(inserted.get(path) ?? ''), path).toBe(withoutTime((await open(customer, path)).body));
  await site.db.deleteFrom('affiliate_members').where('user_id', '=', id).execute();
});

test('users who take turns get their own values, never those of another', async () => {
  const accounts = ['dealer', 'dealer-member', 'customer', 'tuner', 'affiliate', 'admin'] as const;
  const people = await Promise.all(accounts.map(account));
  const secrets = await Promise.all(
    accounts.map(async (address) => ({
      email: demoEmail(address),
      name: (
        await site.db
          .selectFrom('users')
          .select('name')
          .where('email', '=', demoEmail(address))
          .executeTakeFirstOrThrow()
      ).name,
    })),
  );
  for (const path of ['/', '/catalog', '/products', '/tuning'])
    for (let round = 0; round < 2; round += 1) {
      const pages = await Promise.all([
        ...people.map((who) => open(who, path)),
        open(
          caller(() => site.origin),
          path,
        ),
      ]);
      for (const [at, { body, headers }] of pages.entries()) {
        expect(headers.get('cache-control')).toBe(at < people.length ? 'private, no-store' : 'private, no-cache');
        expect(headers.get('etag') === null, path).toBe(at < people.length);
        expect(body, path).not.toMatch(/p[0-9a-f]{24}\w+p/);
        for (const [other, { email }] of secrets.entries())
          expect(body.includes(email), `${path} ${email}`).toBe(at === other);
      }
    }
  expect(new Set(secrets.map(({ name }) => name)).size).toBe(accounts.length);
});

test('dealer prices are shown to dealers only, regardless of who opened the page first', async () => {
  const [dealer, customer, stranger] = [await account('dealer'), await account('customer'), caller(() => site.origin)];
  const prices = async (who: Caller) =>
    (await open(who, '/products')).body.match(/"prices?":[^\]}]*[\]}]/g)?.join() ?? '';
  const first = [await prices(dealer), await prices(customer), await prices(stranger)];
  expect([await prices(stranger), await prices(customer), await prices(dealer)]).toEqual(first.toReversed());
  expect(first[0]).not.toBe('');
});

test('dealers of different tiers never get a page with the prices of the other', async () => {
  const dealer = await account('dealer');
  const { dealer_id } = await site.db
    .selectFrom('dealer_members')
    .select('dealer_id')
    .where('user_id', '=', await idOf('dealer'))
    .executeTakeFirstOrThrow();
  const before = await site.db.selectFrom('dealers').select('tier_id').where('id', '=', dealer_id).executeTakeFirst();
  const pricesIn = async (percent: string | null) => {
    const tier =
      percent === null
        ? null
        : await site.db
            .insertInto('dealer_tiers')
            .values({ name: `Page ${percent}`, tunes_percent: percent, products_percent: percent })
            .onConflict((conflict) => conflict.doNothing())
            .returning('id')
            .executeTakeFirst();
    const id =
      percent === null
        ? null
        : (tier?.id ??
          (
            await site.db
              .selectFrom('dealer_tiers')
              .select('id')
              .where('name', '=', `Page ${percent}`)
              .executeTakeFirstOrThrow()
          ).id);
    await site.db.updateTable('dealers').set({ tier_id: id }).where('id', '=', dealer_id).execute();
    return (await open(dealer, '/products')).body.match(/"prices?":[^\]}]*[\]}]/g)?.join() ?? '';
  };
  const first = [await pricesIn('60'), await pricesIn('70'), await pricesIn(null)];
  expect(new Set(first).size).toBe(3);
  expect([await pricesIn(null), await pricesIn('70'), await pricesIn('60')]).toEqual(first.toReversed());
  await site.db
    .updateTable('dealers')
    .set({ tier_id: before?.tier_id ?? null })
    .where('id', '=', dealer_id)
    .execute();
});

test('a logout, a new role and a new name take effect with the next page', async () => {
  const customer = await account('customer');
  const id = await idOf('customer');
  await site.db.updateTable('users').set({ name: 'First Name' }).where('id', '=', id).execute();
  expect((await open(customer, '/')).body).toContain('First Name');
  await site.db.updateTable('users').set({ name: 'Second Name', role: 3 }).where('id', '=', id).execute();
  const promoted = (await open(customer, '/')).body;
  expect(promoted).toContain('Second Name');
  expect(promoted).toContain('href="/admin"');
  await site.db.updateTable('users').set({ role: 0, email_confirmed_at: null }).where('id', '=', id).execute();
  const demoted = (await open(customer, '/')).body;
  expect(demoted).not.toContain('href="/admin"');
  expect(demoted).toContain('"email_confirmed":false');
  await customer.request('POST', '/api/auth/logout');
  const after = await open(customer, '/');
  expect(after.body).not.toContain('Second Name');
  expect(after.body).toContain('Log in');
});

test.each(['dealer', 'tuner', 'admin'])(
  'pages with inserted values hydrate without a mismatch for %s',
  async (address) => {
    const id = await idOf(address);
    await site.db.updateTable('users').set({ name: hostileName }).where('id', '=', id).execute();
    const visit = await site.logInAs(address);
    for (const path of ['/', '/catalog', '/products', '/tuning', '/dealers']) {
      await visit.open(path);
      await visit.page.getByRole('button', { name: hostileName }).waitFor();
      expect(await visit.page.evaluate('window.stolen')).toBeUndefined();
    }
    expect(visit.problems()).toEqual([]);
  },
);
