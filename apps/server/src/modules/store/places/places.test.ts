import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const find = (query: object) => server.anonymous.call('GET /geocode', { query: query as never });

test('an address or postal code is found with its label, unknown text returns an empty list, and an empty query is refused (C422)', async () => {
  expect((await find({ text: 'V5K 0A1', country: 'ca' })).body).toEqual([
    { latitude: 54.8, longitude: -124.8, label: 'British Columbia, Canada', precision: 'state' },
  ]);
  expect((await find({ text: 'Hamburg' })).body[0]?.label).toBe('Hamburg, Germany');
  expect((await find({ text: 'Atlantis' })).body).toEqual([]);
  expect((await find({ text: '' })).status).toBe(422);
});

test('the centre of inhabited countries is known', async () => {
  const countries = (await server.anonymous.call('GET /countries')).body;
  const answers = await Promise.all(countries.map(({ code }) => find({ text: 'nowhere', country: code })));
  expect(answers.filter(({ body }) => body.length === 1).length).toBeGreaterThan(140);
});
