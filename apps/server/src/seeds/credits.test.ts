import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../testing/server.ts';
import { buildDemoCredits } from './credits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

test('the code in the demo mail links to the displayed site', async () => {
  await server.make.dealer({ slug: 'north-bay' });
  const { id } = await server.make.user({ name: 'Demo' });
  const site = { emailOf: () => 'casey@example.test', origin: 'https://shop.example.test' };
  await server.db.transaction().execute((tx) => buildDemoCredits(tx, new Date(), () => ({ id, name: 'Demo' }), site));
  const mail = await server.db.selectFrom('mail_outbox').selectAll().executeTakeFirstOrThrow();
  expect(mail.text_body).toContain('https://shop.example.test/tcc/[hidden ');
});
