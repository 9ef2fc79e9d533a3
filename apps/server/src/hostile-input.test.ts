import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@tuneport/contract/endpoint';
import { contract } from '@tuneport/contract/index';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Client, type TestServer, testOrigin, testServer } from './testing/server.ts';

// Hostile requests: every response is a small, fast 4xx, and memory does not grow.

let server: TestServer;
let superAdmin: Client;
beforeAll(async () => {
  server = await testServer();
  superAdmin = await server.as({ role: 5 }, { secondFactor: true });
});
afterAll(() => server.close());

const MB = 1024 * 1024;
const requestCpuMsMax = 2000;
const requestBytesMax = 120 * MB;
const answerCharsMax = 64 * 1024;

type Sent = { method: string; url: string; body?: string; headers?: Record<string, string>; token?: string | null };

async function send({ method, url, body, headers = {}, token = null }: Sent) {
  const cookie = token === null ? {} : { cookie: `__Host-tuneport=${token}` };
  const before = process.resourceUsage().maxRSS * 1024;
  const started = process.cpuUsage();
  const reply = await server.app.inject({
    method: method as 'POST',
    url,
    headers: {
      origin: testOrigin,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...cookie,
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  // CPU time of this process, so that a busy machine does not affect the result.
  const { user, system } = process.cpuUsage(started);
  return {
    status: reply.statusCode,
    chars: reply.body.length,
    cpuMs: (user + system) / 1000,
    grewBytes: process.resourceUsage().maxRSS * 1024 - before,
  };
}

/** Public calls with a body, without rate limits that would reject them before the body is read. */
const anonymousCalls = Object.entries(contract as Record<string, Endpoint>)
  .filter(
    ([key, { access, body, upload }]) =>
      body && !upload && !key.startsWith('GET ') && [access].flat().includes('public'),
  )
  .map(([key]) => key);

const urlOf = (key: string, param = '1') => `/api${(key.split(' ')[1] ?? '').replace(/:[a-zA-Z]+/g, param)}`;
const forgetLimits = () => server.db.deleteFrom('rate_limits').execute();

const long = 'k'.repeat(500_000);
const attacks: Readonly<Record<string, string>> = {
  'half a megabyte of path over 60,000 bad texts': `{"${long}":[${Array(60_000).fill('"\\u0000"').join()}]}`,
  'a long path over as many bad texts as are let in': `{"${long}":[${Array(4900).fill('"\\u0000"').join()}]}`,
  'bad texts under the names of the call': `{"p":[${Array(4900).fill('"\\ud800"').join()}],"data":{"a":[${Array(50).fill('"\\u0000"').join()}]}}`,
  'arrays nested 8,000 deep': '['.repeat(8000) + ']'.repeat(8000),
  'arrays nested half a million deep': '['.repeat(500_000) + ']'.repeat(500_000),
  'arrays that never end': '['.repeat(1_000_000),
  'objects nested 8,000 deep': `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`,
  'deep nesting with an escape in it': `{"\\u0061":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  'half a million numbers': `[${Array(500_000).fill('0').join()}]`,
  '80,000 unknown names': `{${Array.from({ length: 80_000 }, (_, n) => `"n${n}":1`).join()}}`,
  '4,900 unknown names': `{${Array.from({ length: 4900 }, (_, n) => `"n${n}":1`).join()}}`,
  'names of half a megabyte': `{"${long}":1,"data":{"${'x'.repeat(400_000)}":1}}`,
  'empty objects where rows belong': `{"items":[${Array(4900).fill('{}').join()}],"entries":[${Array(90).fill('{}').join()}]}`,
  'a number of a million digits': '9'.repeat(1_000_000),
  'numbers beyond every range': '{"quantity":1e999,"id":99999999999999999999,"amount":-1e308,"vehicle_id":1e-400}',
  'prototype keys':
    '{"__proto__":{"admin":true},"constructor":{"prototype":{"x":1}},"\\u005f_proto__":{"y":1},"toString":1,"hasOwnProperty":1}',
  'the same name 4,000 times': `{${Array(4000).fill('"email":"a@b.test"').join()}}`,
  'text that no database can store':
    '{"email":"a\\u0000@b.test","password":"\\ud800","p":"\\udfff","event":"\\u0000","message":"\\u0000"}',
  'quotes that never close': `{"a":"${'\\"'.repeat(400_000)}`,
  'a megabyte of blanks': ' '.repeat(1_000_000),
  'a megabyte of slashes and dots': `{"code":"${'/'.repeat(900_000)}x","path":"${'.-'.repeat(30_000)}"}`,
  'an e-mail address of a megabyte': `{"email":"${'a.'.repeat(450_000)}@${'b.'.repeat(10_000)}"}`,
  'no JSON at all': 'ÿþ\u0000{',
};

describe('a hostile body on a public endpoint is refused quickly with a short reply and little memory', {
  timeout: 180_000,
}, () => {
  test.each(Object.entries(attacks))('%s', async (_name, body) => {
    for (const key of anonymousCalls) {
      await forgetLimits();
      const { status, chars, cpuMs, grewBytes } = await send({
        method: key.split(' ')[0] ?? '',
        url: urlOf(key),
        body,
      });
      expect([key, status >= 500]).toEqual([key, false]);
      expect(chars, key).toBeLessThan(answerCharsMax);
      expect(cpuMs, key).toBeLessThan(requestCpuMsMax);
      expect(grewBytes, key).toBeLessThan(requestBytesMax);
    }
  });
});

type JsonSchema = {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string | string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  enum?: unknown[];
  const?: unknown;
  format?: string;
};

/** A value that matches the schema closely, as a careful attacker would send it, with the given value at each leaf. */
function fill(schema: JsonSchema, leaf: (schema: JsonSchema) => unknown, root = schema, depth = 0): unknown {
  if (depth > 8) return null;
  if (schema.$ref) return fill(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, leaf, root, depth + 1);
  const first = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0];
  if (first) return fill(first, leaf, root, depth + 1);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([name, inner]) => [name, fill(inner, leaf, root, depth + 1)]),
    );
  if (schema.type === 'array') return [fill(schema.items ?? {}, leaf, root, depth + 1)];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  return leaf(schema);
}

const jsonSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', cycles: 'ref' }) as JsonSchema;

const usual = (schema: JsonSchema): unknown => {
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number' || schema.type === 'integer') return 1;
  if (schema.format === 'email') return 'a@example.test';
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  return 'abc';
};

/** Texts on which a careless regular expression or a copy per match takes quadratic time. */
const longTexts = ['/', '/a ', 'a ', '1.1', '-a', ' ', '\u0130', 'a@', '=&', '((', '"\\', '\n'];

test('long texts in fields of public endpoints are cheap to process', { timeout: 180_000 }, async () => {
  for (const [key, endpoint] of Object.entries(contract as Record<string, Endpoint>)) {
    if (!anonymousCalls.includes(key) || !endpoint.body) continue;
    const schema = jsonSchema(endpoint.body);
    let fields = 0;
    fill(schema, () => (fields += 1));
    for (const text of longTexts) {
      const long = `${text.repeat(Math.floor(800_000 / JSON.stringify(text).length / Math.max(fields, 1)))}x`;
      // Where the schema accepts anything, the text may appear at any depth.
      const anything = (field: JsonSchema) => field.type === undefined || field.type === 'object';
      const leaf = (field: JsonSchema) =>
        field.type === 'string' ? long : anything(field) ? { any: [long] } : usual(field);
      await forgetLimits();
      const body = JSON.stringify(fill(schema, leaf));
      const { status, cpuMs, grewBytes } = await send({ method: key.split(' ')[0] ?? '', url: urlOf(key), body });
      expect([key, text, status >= 500 && status !== 503]).toEqual([key, text, false]);
      expect(cpuMs, `${key} ${text}`).toBeLessThan(requestCpuMsMax);
      expect(grewBytes, `${key} ${text}`).toBeLessThan(requestBytesMax);
    }
  }
});

// Values that parsers, columns and casts handle badly: control characters, lone surrogates, out-of-range numbers and
// dates.
const hostileTexts = [
  '\0',
  '\ud800',
  '\uffff\u202e',
  '\u0130\ufb03',
  '%',
  '\\',
  "'; --",
  '',
  ' ',
  'NaN',
  '1e999',
  '0x10',
  '-1',
]
  .concat([
    '2147483648',
    '99999999999999999999',
    '2026-99-99',
    '275760-09-14',
    '0000-01-01',
    '{"a":1}',
    '__proto__',
    'constructor',
  ])
  .concat(['a'.repeat(300), '/'.repeat(4000), '1.'.repeat(2000)]);
const hostileValues = [
  2 ** 31,
  -(2 ** 31) - 1,
  Number.MAX_SAFE_INTEGER,
  1e21,
  1e308,
  0.1,
  -0,
  1e-320,
  null,
  true,
  [],
  {},
  [[]],
];

const calls = Object.entries(contract as Record<string, Endpoint>).filter(([, { live }]) => !live);
const namesIn = (schema: z.ZodType | undefined) => (schema ? Object.keys(jsonSchema(schema).properties ?? {}) : []);

/** One call with hostile values in some fields and valid ones in the others. */
const hostileCall = fc
  .record({
    call: fc.constantFrom(...calls),
    text: fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary' })),
    values: fc.array(
      fc.oneof(fc.constant(undefined), fc.constantFrom(...hostileValues, ...hostileTexts), fc.jsonValue()),
      {
        minLength: 1,
        maxLength: 8,
      },
    ),
    twice: fc.boolean(),
  })
  .map(({ call: [key, endpoint], text, values, twice }) => {
    let at = 0;
    const leaf = (schema: JsonSchema) => {
      at += 1;
      return values[at % values.length] ?? usual(schema);
    };
    const pairs = namesIn(endpoint.query).map((name) => [name, text] as [string, string]);
    const query = new URLSearchParams(twice ? [...pairs, ...pairs, ['__proto__', text]] : pairs).toString();
    return {
      method: key.split(' ')[0] ?? '',
      url: `${urlOf(key, encodeURIComponent(text.toWellFormed()) || '1')}?${query}`,
      ...(endpoint.body && !endpoint.upload ? { body: JSON.stringify(fill(jsonSchema(endpoint.body), leaf)) } : {}),
      headers: {
        'idempotency-key': randomUUID(),
        'if-unmodified-since': new Date().toUTCString(),
        'tus-resumable': '1.0.0',
      },
    };
  });

test('no endpoint responds 500 to hostile paths, queries and bodies', { timeout: 180_000 }, async () => {
  let token = superAdmin.token;
  await fc.assert(
    fc.asyncProperty(hostileCall, async (sent) => {
      await forgetLimits();
      let reply = await send({ ...sent, token });
      // An earlier call may have ended the session.
      if (reply.status === 401) {
        ({ token } = await server.as({ role: 5 }, { secondFactor: true }));
        reply = await send({ ...sent, token });
      }
      expect(reply.status).not.toBe(500);
      expect(reply.cpuMs).toBeLessThan(requestCpuMsMax);
      expect(reply.grewBytes).toBeLessThan(requestBytesMax);
    }),
    { numRuns: 800 },
  );
});

test('no endpoint responds 500 to hostile headers and cookies', { timeout: 180_000 }, async () => {
  const visible = fc.string({ unit: fc.constantFrom(...' !"%\\;,=()[]{}<>@:/?éÿ0aZ'), maxLength: 200 });
  const names = ['cookie', 'user-agent', 'accept-language', 'accept-encoding', 'if-none-match', 'range', 'referer']
    .concat([
      'idempotency-key',
      'if-unmodified-since',
      'x-forwarded-for',
      'content-type',
      'sec-fetch-site',
      'upload-metadata',
    ])
    .concat(['tus-resumable', 'upload-offset', 'upload-length']);
  const cookies = fc
    .tuple(fc.constantFrom('region', '__Host-tuneport', '__proto__', 'x'), visible)
    .map((pair) => pair.join('='));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...calls.filter(([, { access }]) => [access].flat().includes('public'))),
      fc.dictionary(fc.constantFrom(...names), visible),
      cookies,
      async ([key], headers, cookie) => {
        await forgetLimits();
        const body = key.startsWith('GET ') ? {} : { body: '{}' };
        const { status } = await send({
          method: key.split(' ')[0] ?? '',
          url: urlOf(key),
          ...body,
          headers: { ...headers, cookie },
        });
        expect(status).not.toBe(500);
      },
    ),
    { numRuns: 400 },
  );
});
