import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeStranger, type Owner } from '../apps/server/src/testing/actors.ts';
import { type OwnedRecord, ownedRecords } from '../apps/server/src/testing/owned-records.ts';
import { type TestServer, testServer } from '../apps/server/src/testing/server.ts';
import { sendBadRequests } from './input/ask-badly.ts';
import { operationsOf } from './input/bad-requests.ts';
import type { Json } from './input/bad-values.ts';
import { dispositionFault, sendHostileNames, sendRandomFiles } from './input/files-kept.ts';
import { hostileName } from './input/hostile-names.ts';
import { faultOf } from './input/judge.ts';
import { breakParsers, tireParsers } from './input/parsers.ts';
import { sendRaw } from './input/raw-requests.ts';
import { ask, callers, hangUp, type Target } from './input/target.ts';
import { uploadBadly } from './input/uploads.ts';

// A sample of `npm run soak -- --only input`. The seed is fixed, so findings are reproducible.
const seed = 7;

let server: TestServer;
let target: Target;
let temporary: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'tuneport-test-'));
  vi.stubEnv('TMPDIR', temporary);
  server = await testServer({ API_DOCS: 'public' });
  const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
  target = { port: Number(port), origin: server.platform.config.publicOrigin, db: server.db };
});
afterAll(async () => {
  hangUp();
  await server.close();
  vi.unstubAllEnvs();
  await rm(temporary, { recursive: true });
});

test('fuzzed uploads by both upload methods, some cut off, get a valid response and leave no file behind', async () => {
  const store = join(server.platform.config.dataDir, 'files');
  const report = await uploadBadly(target, { uploads: 40, seed, store, temporary });
  expect(report.faults).toEqual([]);
  expect(report.orphans).toEqual([]);
  // If all were refused up front, nothing was tested.
  expect(report.statuses[204]).toBeGreaterThan(2);
  expect(report.statuses[422]).toBeGreaterThan(3);
});

describe('parsers of untrusted files', () => {
  test('never crash on a malformed file', async () => {
    const reports = await breakParsers({ runs: 60, seed });
    expect(reports.length).toBeGreaterThan(10);
    expect(reports.flatMap(({ parser, crashes }) => crashes.map((text) => `${parser} ${text}`))).toEqual([]);
  });

  test('take time proportional to the file size, whatever the content', async () => {
    const slowest = await tireParsers({ bytes: 100_000, every: 301 });
    // Quadratic backtracking takes seconds for this size; a busy machine alone does not.
    expect(slowest.filter(({ msPerMb }) => msPerMb > 10_000)).toEqual([]);
  });
});

describe('U4', () => {
  test('hostile names stay names: no file outside the store, no header injection, and the bytes are unchanged', async () => {
    const { faults, taken } = await sendHostileNames(target, {
      names: 12,
      seed,
      outside: server.platform.config.dataDir,
    });
    expect(faults).toEqual([]);
    expect(taken).toBeGreaterThan(5);
    for (let number = 0; number < 2000; number += 1) {
      const name = hostileName(seed, number);
      const attached = (await import('../apps/server/src/platform/files/send-file.ts')).attachment(name);
      expect(dispositionFault(attached), JSON.stringify(name)).toBeNull();
    }
  });

  test('random bytes are returned unchanged, whole and in ranges', async () => {
    expect((await sendRandomFiles(target, { files: 6, seed })).faults).toEqual([]);
  });
});

describe('U9', () => {
  test('invalid requests to every OpenAPI operation are refused in the standard error format without an internal error', {
    timeout: 180_000,
  }, async () => {
    const document = await ask(target, { method: 'GET', path: '/api/openapi.json' });
    expect(operationsOf(JSON.parse(document.body.toString()) as Json)).toHaveLength(Object.keys(contract).length);
    const report = await sendBadRequests(target, { perOperation: 1, seed });
    expect(report.operations).toBe(Object.keys(contract).length);
    expect(report.faults).toEqual([]);
  });

  test('a sortable list does not accept prototype keys as sort fields', async () => {
    const document = await ask(target, { method: 'GET', path: '/api/openapi.json' });
    const { headersOf } = callers(target);
    const headers = await headersOf('admin');
    const faults: string[] = [];
    let sent = 0;
    for (const { method, path, parameters } of operationsOf(JSON.parse(document.body.toString()) as Json)) {
      if (method !== 'GET' || !parameters.some(({ name }) => name === 'sort')) continue;
      for (const sort of ['__proto__', '-hasOwnProperty']) {
        const fault = faultOf(
          await ask(target, { method, path: `${path.replace(/\{\w+\}/g, '1')}?sort=${sort}`, headers }),
        );
        if (fault) faults.push(`${path} by ${sort}: ${fault}`);
        sent += 1;
      }
    }
    expect(faults).toEqual([]);
    expect(sent).toBeGreaterThan(20);
  });

  test('bytes that are not a request are refused in the standard error format or disconnected', async () => {
    const report = await sendRaw(target, { requests: 200, seed, atOnce: 24 });
    expect(report.faults).toEqual([]);
    expect(report.answered).toBeGreaterThan(0);
    expect((await ask(target, { method: 'GET', path: '/healthz' })).status).toBe(200);
  });

  test('the checker detects a stack trace, a non-standard format and a wrong code', () => {
    const answer = (status: number, body: unknown, type = 'application/json; charset=utf-8') =>
      faultOf({
        status,
        headers: { 'content-type': type },
        body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      });
    expect(answer(404, { code: 'not_found', message: 'Not found.' })).toBeNull();
    expect(answer(422, { code: 'invalid_fields', message: 'x', errors: { a: ['b'] } })).toBeNull();
    for (const wrong of [
      answer(500, { code: 'unknown', message: 'x' }),
      answer(404, { error: 'Not Found', message: 'Route GET:/x not found', statusCode: 404 }),
      answer(400, { code: 'not_found', message: 'x' }),
      answer(422, { code: 'invalid_fields', message: 'x' }),
      answer(422, { code: 'invalid_fields', message: 'x', errors: { a: 'b' } }),
      answer(400, { code: 'bad_request', message: 'TypeError: x\n    at f (/srv/a.ts:1:2)' }),
      answer(404, { code: 'not_found', message: 'x', sql: 'select' }),
      answer(404, '<html>', 'text/html'),
      answer(404, '', 'text/plain'),
    ])
      expect(wrong).not.toBeNull();
  });
});

// All endpoints with a non-JSON response, by how a browser may treat it.
const downloads = [
  'GET /customer-tickets/:id/files/:fileId',
  'GET /rescue-sessions/:id/files/:fileId',
  'GET /v1/tune-requests/:id/files/:fileId',
  'GET /user/data-exports/:id/file',
  'GET /v1/tune-requests/:id/raw',
];
/** Attachments that only staff and the applicant read; `access.test.ts` calls them as everybody. */
const staffFiles = [
  'GET /partner-applications/:id/files/:file',
  'GET /signature-authority/:id/files/:file',
  'GET /v1/admin/lead-engine/deals/:id/files/:fileId',
];
/** Re-encoded images that are shown in pages. */
const pictures = [
  'GET /media/:id/:width',
  'GET /v1/affiliates/:id/branding/logo',
  'GET /vehicles/:id/photo/:width',
  'GET /store/product-images/:id/:width',
  'GET /trade-in-requests/:id/photos/:photo/:width',
  'GET /v1/catalog/make-logos/:id',
  'GET /v1/dealer-logos/:id',
];
/** Generated from our own records. */
const made = [
  'GET /blog-posts/:id/card.png',
  'GET /catalog-purchases/:id/invoice/pdf',
  'GET /credit-notes/:id/pdf',
  'GET /invoices/:id/pdf',
  'GET /lead-calendar/:token',
  'GET /tool-manifest-schema',
  'GET /tuners/:id/transfers/:transfer/pdf',
  'GET /v1/affiliates/:id/transfers/:transfer/pdf',
  'GET /v1/dealers/:id/deal-invoices/:dealId/pdf',
  'GET /v1/dealers/:id/statements/:statementId/pdf',
  'GET /v1/dealers/:id/statements/range/pdf',
  'GET /v1/dealers/:id/transfers/:transfer/pdf',
  'GET /v1/admin/audit/export',
  'GET /v1/admin/mail-kinds/:kind/html',
  'GET /v1/admin/newsletters/:id/html',
  'GET /v1/admin/transfer-groups/:id/file',
  'GET /v1/admin/scheduled-reports/runs/:id/file',
  'GET /global/v1/page-view',
  'GET /graph/:id',
  'GET /graph/:id/samples',
  'GET /v1/admin/ecu/imports/:id/skipped-csv',
  'GET /v1/admin/lead-engine/imports/:id/report-csv',
  'GET /v1/admin/ecu/sheets/:kind',
  'GET /v1/admin/ecu/tunes/prices-csv',
  'GET /v1/admin/transactions/export',
  'GET /v1/dealers/:id/statistics/csv',
];
const noFiles = [
  'GET /auth/oidc/callback',
  'GET /auth/oidc/start',
  'GET /customer-tickets/:id/live',
  'GET /ecu/notify/unsubscribe/:token',
  'GET /lead-mail/unsubscribe/:token',
  'GET /mail/unsubscribe/dealer-blog-posts/:token',
  'GET /newsletter/confirm/:token',
  'GET /newsletter/unsubscribe/:token',
  'GET /v1/admin/lead-engine/pipelines/:id/live',
  'GET /v1/admin/tickets/:id/live',
  'GET /v1/tune-requests/:id/live',
  'GET /v1/tune-requests/:id/poll',
  'GET /v1/uploads/:id',
];

describe('downloads', () => {
  const raw = Object.entries(contract as Record<string, Endpoint>).filter(
    ([key, { raw }]) => raw && key.startsWith('GET '),
  );

  test('every endpoint that returns bytes is classified', () => {
    expect(raw.map(([key]) => key).sort()).toEqual(
      [...downloads, ...staffFiles, ...pictures, ...made, ...noFiles].sort(),
    );
  });

  const ranges = [
    undefined,
    'bytes=0-0',
    'bytes=0-',
    'bytes=-1',
    'bytes=1-2',
    'bytes=999999-',
    'bytes=0-0,2-2',
    'bytes=x',
  ];

  test.each(downloads)(
    '%s returns every range to its owner as an inert attachment, and nothing to other users',
    async (key) => {
      const record = ownedRecords[key] as OwnedRecord;
      const user = await server.make.user({ role: 0 });
      const owner: Owner = { userId: user.id };
      const params = await record.make(server, owner);
      const path = `/api${key.slice(4).replace(/:([a-zA-Z]+)/g, (_, name: string) => String(params[name]))}`;
      const mine = await server.as({ id: owner.userId });
      const other = await server.as({ id: (await makeStranger(server)).userId });
      const get = async (client: typeof mine, range: string | undefined) => {
        const cookie: Record<string, string> =
          client.token === null ? {} : { cookie: `__Host-tuneport=${client.token}` };
        return ask(target, { method: 'GET', path, headers: { ...cookie, ...(range && { range }) } });
      };
      for (const range of ranges) {
        const own = await get(mine, range);
        expect([200, 206, 416], `${range}: ${own.body.toString('utf8', 0, 200)}`).toContain(own.status);
        expect(own.headers).toMatchObject({
          'content-type': 'application/octet-stream',
          'content-disposition': expect.stringMatching(/^attachment; filename="/),
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
        });
        for (const client of [other, server.anonymous]) {
          const refused = await get(client, range);
          expect([401, 403, 404], String(range)).toContain(refused.status);
          expect(faultOf(refused)).toBeNull();
          expect(refused.headers['content-disposition']).toBeUndefined();
        }
      }
    },
  );
});
