import { contract } from '@tuneport/contract/index';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { mountDocs } from './docs.ts';

test('the calls are described for machines and for people, and who has the description is not sent it again', async () => {
  const app = fastify();
  mountDocs(app, contract, 'https://example.test');
  const json = await app.inject('/api/openapi.json');
  expect(json.statusCode).toBe(200);
  expect(json.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://example.test/api' }] });
  const page = await app.inject('/api/docs');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.body).toContain(`${Object.keys(contract).length} calls`);
  for (const [url, etag] of [
    ['/api/openapi.json', json.headers.etag],
    ['/api/docs', page.headers.etag],
  ] as const) {
    const again = await app.inject({ url, headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  }
  await app.close();
});
