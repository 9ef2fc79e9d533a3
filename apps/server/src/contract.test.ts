import type { Endpoint } from '@tuneport/contract/endpoint';
import { errorCatalogue } from '@tuneport/contract/errors';
import { contract } from '@tuneport/contract/index';
import { conflictLabels, unknownErrorText } from '@tuneport/domain/api/error-texts';
import { withoutSecrets } from '@tuneport/domain/site/page-view';
import { tokenLinkCalls } from '@tuneport/domain/site/secret-paths';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApi } from './platform/http/docs/openapi.ts';

const endpoints = Object.entries(contract as Record<string, Endpoint>);

// Making an endpoint public requires adding it to this list.
const openToEveryone = [
  'DELETE /graph/:id',
  'GET /alerts',
  'GET /auth/methods',
  'GET /auth/oidc/callback',
  'GET /auth/oidc/start',
  'GET /auth/redirect',
  'GET /baol/:id/:token/feedback',
  'GET /baol/:id/:token/join',
  'GET /beta-programs',
  'GET /beta-programs/:id',
  'GET /bio/:slug',
  'GET /blog-posts',
  'GET /blog-posts/:id',
  'GET /blog-posts/:id/card.png',
  'GET /catalog-purchases/:id/:token/invoice',
  'GET /conversion-rate',
  'GET /countries',
  'GET /credit-notes/:id/link/:token',
  'GET /customer-tickets/:id',
  'GET /customer-tickets/:id/files/:fileId',
  'GET /customer-tickets/:id/live',
  'GET /dealer-specializations',
  'GET /dyno-csv',
  'GET /dyno-csv/:id',
  'GET /ecu/compat',
  'GET /ecu/engines',
  'GET /ecu/makes',
  'GET /ecu/models',
  'GET /ecu/notify/unsubscribe/:token',
  'GET /ecu/transmissions',
  'GET /ecu/years',
  'GET /editable-page/:slug',
  'GET /geocode',
  'GET /global/v1/page-view',
  'GET /global/v1/ui-state',
  'GET /graph/:id',
  'GET /graph/:id/about',
  'GET /graph/:id/samples',
  'GET /kit-builder/tree',
  'GET /lead-calendar/:token',
  'GET /lead-mail/unsubscribe/:token',
  'GET /mail/unsubscribe/dealer-blog-posts/:token',
  'GET /media/:id/:width',
  'GET /newsletter/:slug',
  'GET /newsletter/confirm/:token',
  'GET /newsletter/unsubscribe/:token',
  'GET /order/:id',
  'GET /order/:id/:token/invoice',
  'GET /order/:id/rentals',
  'GET /order/:id/returns',
  'GET /payment-method-settings',
  'GET /recaptcha-settings',
  'GET /rental-tools',
  'GET /rescue-sessions/:id',
  'GET /rescue-sessions/:id/files/:fileId',
  'GET /statements/:hash/verify',
  'GET /store/product',
  'GET /store/product-images/:id/:width',
  'GET /store/product/:slug',
  'GET /switch-states',
  'GET /tool-manifest-schema',
  'GET /trade-in-requests/:id',
  'GET /trade-in-requests/:id/photos/:photo/:width',
  'GET /tune-credit-codes/:code/check',
  'GET /tune-type-groups',
  'GET /tune-types',
  'GET /v1/catalog/categories',
  'GET /v1/catalog/engines/:engineId',
  'GET /v1/catalog/engines/:engineId/transmissions',
  'GET /v1/catalog/guide',
  'GET /v1/catalog/make-logos/:id',
  'GET /v1/catalog/makes',
  'GET /v1/catalog/makes/:make/years',
  'GET /v1/catalog/makes/:make/years/:year/models',
  'GET /v1/catalog/makes/:make/years/:year/models/:model/engines',
  'GET /v1/catalog/search',
  'GET /v1/catalog/showcase',
  'GET /v1/catalog/sitemap/:part',
  'GET /v1/catalog/transmissions/:transmissionId',
  'GET /v1/catalog/tunes',
  'GET /v1/catalog/vehicle',
  'GET /v1/dealer-entries/:slug',
  'GET /v1/dealer-logos/:id',
  'GET /v1/dealers',
  'GET /v1/guests/:id/:token',
  'GET /v1/home',
  'GET /v1/pages/:slug',
  'GET /v1/receipt-keys',
  'GET /v1/receipts/files/:hash',
  'GET /v1/search',
  'GET /v1/tune-requests/:id/files/:fileId',
  'GET /v1/vehicle-passports/:token',
  'PATCH /graph/:id',
  'PATCH /rescue-sessions/:id',
  'POST /auth/confirm-email',
  'POST /auth/forgot-password',
  'POST /auth/guest',
  'POST /auth/guest/account',
  'POST /auth/guest/session',
  'POST /auth/login',
  'POST /auth/passkey-login',
  'POST /auth/passkey-login/options',
  'POST /auth/register',
  'POST /auth/reset-password',
  'POST /auth/secure-account',
  'POST /baol/:id/:token/feedback',
  'POST /baol/:id/:token/join',
  'POST /contact-us',
  'POST /customer-tickets/:id/feedback',
  'POST /customer-tickets/:id/replies',
  'POST /ecu/notify',
  'POST /ecu/notify/unsubscribe/:token',
  'POST /global/prism/eyes',
  'POST /global/v1/client-error',
  'POST /global/v1/page-view',
  'POST /global/v1/tag',
  'POST /graph',
  'POST /inbound-mail',
  'POST /lead-mail/unsubscribe/:token',
  'POST /links/renew',
  'POST /mail/unsubscribe/dealer-blog-posts/:token',
  'POST /newsletter',
  'POST /newsletter/confirm/:token',
  'POST /newsletter/unsubscribe/:token',
  'POST /order',
  'POST /order/:id/cancel',
  'POST /order/:id/payment',
  'POST /order/:id/returns',
  'POST /order/:id/returns/:return/cancel',
  'POST /order/shipping',
  'POST /payment-events',
  'POST /rentals/:id/deposit',
  'POST /rescue-sessions',
  'POST /rescue-sessions/open',
  'POST /tickets',
  'POST /tickets/upload',
  'POST /trade-in-requests',
  'POST /trade-in-requests/:id/accept',
  'POST /trade-in-requests/:id/answer',
  'POST /trade-in-requests/:id/decline',
  'POST /trade-in-requests/:id/photos',
  'POST /trade-in-requests/:id/ship',
  'POST /v1/catalog/estimate',
  'POST /v1/catalog/via-ticket',
  'POST /v1/catalog/vin',
  'POST /v1/dealers/:id/contact',
  'POST /v1/receipts/verify',
];

test('only the listed endpoints are public', () => {
  const open = endpoints.filter(([, { access }]) =>
    [access].flat().some((rule) => rule === 'public' || rule === 'token'),
  );
  expect(open.map(([key]) => key).sort()).toEqual(openToEveryone);
});

// Checkout needs no rate limit of its own: the number of unpaid orders per buyer and of payments per order is limited.
// A quote writes nothing.
const boundByTheOrder = ['POST /order', 'POST /order/:id/cancel', 'POST /order/:id/payment', 'POST /order/shipping'];

test('every public endpoint that writes has a rate limit', () => {
  // Webhooks are authenticated by a signature, which costs one hash, and their volume is not under our control.
  const unlimited = endpoints.filter(
    ([key, { limit, signed }]) => openToEveryone.includes(key) && !key.startsWith('GET ') && !limit && !signed,
  );
  expect(unlimited.map(([key]) => key).sort()).toEqual(boundByTheOrder);
});

test('only the listed endpoints accept requests without the site Origin', () => {
  const anywhere = endpoints.filter(([, { oneClick, signed }]) => oneClick || signed);
  expect(anywhere.map(([key]) => key).sort()).toEqual([
    'POST /ecu/notify/unsubscribe/:token',
    'POST /inbound-mail',
    'POST /lead-mail/unsubscribe/:token',
    'POST /mail/unsubscribe/dealer-blog-posts/:token',
    'POST /newsletter/confirm/:token',
    'POST /newsletter/unsubscribe/:token',
    'POST /payment-events',
  ]);
});

test('every endpoint that moves money takes an Idempotency-Key', () => {
  expect(endpoints.filter(([, { movesMoney, idempotent }]) => movesMoney && !idempotent)).toEqual([]);
});

test('the error catalogue matches the specified messages word for word (S383 S384 S385 S386 S387 S393)', () => {
  for (const [code, text] of Object.entries(conflictLabels)) {
    expect(errorCatalogue[code as keyof typeof errorCatalogue], code).toEqual({ status: 409, message: text });
  }
  expect(errorCatalogue.unknown).toEqual({ status: 500, message: unknownErrorText });
});

test('each error class has its status code (S373 S374 S375 S376 S377)', () => {
  expect(errorCatalogue.unauthenticated.status).toBe(401);
  expect(errorCatalogue.forbidden.status).toBe(403);
  expect(errorCatalogue.not_found.status).toBe(404);
  expect(errorCatalogue.invalid_fields.status).toBe(422);
  expect(errorCatalogue.region_mismatch.status).toBe(421);
});

test('the OpenAPI document contains every endpoint, declares every path parameter and has no dangling reference', () => {
  const description = openApi(contract, 'https://example.test') as {
    openapi: string;
    paths: Record<string, Record<string, { parameters: { name: string; in: string }[]; operationId: string }>>;
    components: { schemas: Record<string, unknown> };
  };
  expect(description.openapi).toBe('3.1.0');
  const names = new Set<string>();
  for (const [key] of endpoints) {
    const [method = '', path = ''] = key.split(' ');
    const operation = description.paths[path.replace(/:([a-zA-Z]+)/g, '{$1}')]?.[method.toLowerCase()];
    const declared = operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(declared, key).toEqual([...path.matchAll(/:([a-zA-Z]+)/g)].map((match) => match[1]));
    names.add(operation?.operationId ?? '');
  }
  expect(names.size).toBe(endpoints.length);
  const refs = [...JSON.stringify(description).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  for (const ref of refs) expect(description.components.schemas, ref).toHaveProperty([ref]);
  expect(JSON.stringify(description)).not.toContain('$defs');
});

test('integers in paths and queries fit a PostgreSQL integer', () => {
  const tooLarge = endpoints.flatMap(([key, { params, query }]) =>
    [params, query].flatMap((schema) =>
      Object.entries(schema ? (z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }).properties ?? {}) : {})
        .filter(
          ([, field]) => typeof field === 'object' && field.type === 'integer' && (field.maximum ?? 0) > 2 ** 31 - 1,
        )
        .map(([name]) => `${key} ${name}`),
    ),
  );
  expect(tooLarge).toEqual([]);
});

test('endpoints with a secret in their path are redacted in metrics and logs', () => {
  // The hash of a file is not secret: anyone who has the file may request its receipt.
  const secret = endpoints
    .map(([key]) => `/api${key.split(' ')[1]}`)
    .filter((path) => /:(token|code|secret|key|uuid|invite)\b/.test(path));
  for (const path of secret) expect(withoutSecrets(path), path).not.toMatch(/:(token|code|secret|key|uuid|invite)/);
  expect(tokenLinkCalls.filter((path) => !endpoints.some(([key]) => `/api${key.split(' ')[1]}` === path))).toEqual([]);
});

test('every call that draws a PDF waits for its turn', () => {
  const documents = endpoints.filter(([key]) => /^GET .*\/pdf$/.test(key));
  expect(documents.length).toBeGreaterThan(8);
  expect(documents.filter(([, { expensive }]) => !expensive).map(([key]) => key)).toEqual([]);
});
