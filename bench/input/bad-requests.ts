import { type Chance, chance } from '../../apps/server/src/testing/money-run/chance.ts';
import { badText, badValue, type Json, sampleOf } from './bad-values.ts';
import type { BombRequest } from './target.ts';

// Bad requests generated from the OpenAPI document alone: mostly valid, with one or two defects.

type Parameter = { readonly name: string; readonly in: string; readonly required?: boolean; readonly schema: Json };
export type Operation = {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly mediaType: string | null;
  readonly body: Json | null;
  readonly schemas: Json;
};

export function operationsOf(document: Json): Operation[] {
  const { schemas } = document.components as { schemas: Json };
  return Object.entries(document.paths as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Json>).map(([method, reason]) => {
      const content = (reason.requestBody as { content?: Json } | undefined)?.content ?? {};
      const [mediaType = null] = Object.keys(content);
      return {
        key: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: `/api${path}`,
        parameters: (reason.parameters ?? []) as Parameter[],
        mediaType,
        body: mediaType === null ? null : (((content[mediaType] as Json).schema as Json | undefined) ?? null),
        schemas,
      };
    }),
  );
}

/** Deterministic by operation, seed and number. */
export function badRequest(operation: Operation, seed: number, number: number): BombRequest {
  const of = chance(hashed(`${operation.key} ${seed} ${number}`));
  const made = plain(operation, of);
  for (let breaks = 1 + of.below(2); breaks > 0; breaks -= 1) of.pick(waysOf(operation))(made, operation, of);
  return written(made, operation);
}

type Made = {
  method: string;
  path: Record<string, string>;
  query: [string, string][];
  headers: Record<string, string>;
  body: unknown;
  /** The raw body, if it is not the serialized value. */
  raw: string | Buffer | undefined;
  tail: string;
};

function plain({ method, parameters, body, schemas, mediaType }: Operation, of: Chance): Made {
  const value = ({ schema }: Parameter) => String(sampleOf(schema, schemas, of));
  // The client sets the content length.
  const at = (place: string) => parameters.filter(({ in: here, name }) => here === place && name !== 'content-length');
  return {
    method,
    path: Object.fromEntries(at('path').map((parameter) => [parameter.name, encoded(idOf(parameter, value, of))])),
    query: at('query')
      .filter(({ required }) => required || of.odds(0.5))
      .map((parameter) => [parameter.name, value(parameter)]),
    headers: Object.fromEntries([
      ...at('header').map((parameter) => [parameter.name.toLowerCase(), headerOf(parameter, value, of)] as const),
      ...(mediaType === null ? [] : [['content-type', mediaType] as const]),
    ]),
    body: body === null ? undefined : sampleOf(body, schemas, of),
    raw: undefined,
    tail: '',
  };
}

/** Most records have small ids: a request that gets past "not found" tests more. */
const idOf = (parameter: Parameter, value: (parameter: Parameter) => string, of: Chance): string =>
  of.odds(0.5) ? String(1 + of.below(30)) : value(parameter);

function headerOf(parameter: Parameter, value: (parameter: Parameter) => string, of: Chance): string {
  if (/^if-/i.test(parameter.name)) return new Date(Date.now() + 60_000).toUTCString();
  if (/^idempotency/i.test(parameter.name)) return `k-${of.below(1_000_000_000)}`;
  return headerText(value(parameter));
}

type Break = (made: Made, operation: Operation, of: Chance) => void;

const breaks: Readonly<Record<'path' | 'query' | 'body' | 'any', readonly Break[]>> = {
  path: [
    (made, _, of) => {
      const name = of.pick(Object.keys(made.path));
      made.path[name] = of.odds(0.7) ? encoded(badText(of)) : of.pick(['%', '%zz', '%ff', '%00', '%2f', '..', '.']);
    },
  ],
  query: [
    (made, { parameters }, of) => {
      const known = parameters.filter((parameter) => parameter.in === 'query');
      made.query.push([of.pick(known).name, badText(of)]);
    },
    (made, { parameters }, of) => {
      const known = parameters.filter((parameter) => parameter.in === 'query');
      const { name } = of.pick(known);
      made.query = made.query.filter(([input]) => input !== name);
      made.query.push([of.odds(0.3) ? `${name}[${of.pick(['', '0', '__proto__', 'x'])}]` : name, badText(of)]);
    },
  ],
  body: [
    (made, _, of) => {
      made.body = brokenAt(made.body, of);
    },
    (made, _, of) => {
      made.body = brokenAt(made.body, of);
    },
    (made, _, of) => {
      made.body = badValue(of);
    },
    (made, _, of) => {
      if (typeof made.body !== 'object' || made.body === null) return;
      const more = made.body as Json;
      for (const name of ['id', 'role', 'f', 'balance', 'price', 'user_id', 'dealer_id', 'constructor'])
        if (of.odds(0.4)) more[name] = badValue(of);
    },
    (made, _, of) => {
      const text = JSON.stringify(made.body) ?? '';
      made.raw = of.pick([
        text.slice(0, of.below(text.length + 1)),
        `${text}${text}`,
        `\ufeff${text}`,
        text.replaceAll('"', "'"),
        text.replace(/\d+/, '1e999'),
        text.replace(/\d+/, '9'.repeat(400)),
        `{"__proto__":${text},"a":1}`,
        `[${'['.repeat(5000)}`,
        '"'.repeat(1000),
        Buffer.from([0xff, 0xfe, 0x00, 0x80]),
        '',
      ]);
    },
  ],
  any: [
    (made, _, of) => {
      made.headers['content-type'] = of.pick([
        'text/plain',
        'application/json; charset=utf-16',
        'application/jsonx',
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'application/x-www-form-urlencoded',
        'application/offset+octet-stream',
        'a/b/c;;;',
        ';',
      ]);
      made.raw ??= of.pick(['', '{}', 'a=b', '--x\r\n\r\n']);
    },
    (made, _, of) => {
      const [name, values] = of.pick(badHeaders);
      made.headers[name] = of.pick(values);
    },
    (made, _, of) => {
      made.tail = of.pick([
        '/',
        '//',
        '/..',
        '/%',
        '?',
        '?%',
        '?&&&=',
        '?a=%zz',
        ';x',
        `?x=${'y'.repeat(8000)}`,
        '/.%00',
      ]);
    },
    (made, _, of) => {
      made.method = of.pick(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'POST', 'TRACE', 'PROPFIND']);
    },
  ],
};

const badHeaders: readonly (readonly [string, readonly string[]])[] = [
  ['if-unmodified-since', ['', 'yesterday', 'Mon, 99 Xxx 2026 99:99:99 GMT', '1e9', '-1', 'Invalid Date']],
  ['if-none-match', ['', '*', '"', 'W/', '"x","y"', '\xff']],
  ['idempotency-key', ['', ' ', 'x'.repeat(5000), 'é', '"', "'; drop", '\t']],
  [
    'range',
    ['bytes=', 'bytes=-', 'bytes=9-1', 'bytes=0-0,1-1,2-2', 'bytes=99999999999999999-', 'lines=1-2', 'bytes=--1'],
  ],
  [
    'cookie',
    ['=', ';;;', 'tuneport=', 'tuneport=%', '__Host-tuneport=\xff', 'region=NaN; region=9e9', `a=${'b'.repeat(4000)}`],
  ],
  ['origin', ['null', 'http://', 'http://[', 'https://evil.example', '//', '\xff']],
  ['accept-encoding', ['', ';;;', 'br;q=9', 'x'.repeat(2000), 'gzip;q=NaN']],
  ['accept', ['', '*', 'a/b/c', 'text/html;q=zz']],
  ['accept-language', ['', '***', 'zz-ZZ-zz;q=-1']],
  ['content-encoding', ['gzip', 'br', 'zzz']],
  ['expect', ['200-ok', '100-continue, x']],
  ['x-forwarded-for', ['', '999.999.999.999', '::', 'x'.repeat(300), "1.1.1.1', '"]],
  ['x-forwarded-host', ['evil.example', '[']],
  ['x-http-method-override', ['DELETE', 'BREW']],
  ['host', ['', '[', 'evil.example', 'a b', `${'h'.repeat(300)}:99999`]],
  ['sec-fetch-site', ['cross-site', 'x', '']],
  ['user-agent', ['', 'x'.repeat(4000), '\xff\xfe']],
  ['upload-offset', ['', '-1', '1e3', 'NaN', '99999999999999']],
  ['upload-metadata', ['', ',,,', 'a', `filename ${'A'.repeat(5000)}`, 'filename \xff']],
  ['stripe-signature', ['', 't=,v1=', 't=NaN,v1=zz', `t=1,${'v1=0,'.repeat(500)}`]],
];

function waysOf({ parameters, body }: Operation): readonly Break[] {
  const has = (place: string) => parameters.some((parameter) => parameter.in === place);
  return [
    ...(has('path') ? breaks.path : []),
    ...(has('query') ? breaks.query : []),
    ...(body === null ? [] : [...breaks.body, ...breaks.body]),
    ...breaks.any,
  ];
}

/** Replaces or removes the value at a random path. */
function brokenAt(value: unknown, of: Chance): unknown {
  if (typeof value !== 'object' || value === null || of.odds(0.05)) return badValue(of);
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Json;
  const names = Object.keys(copy);
  if (names.length === 0) return badValue(of);
  const name = of.pick(names);
  if (of.odds(0.15)) delete copy[name];
  else if (typeof copy[name] === 'object' && copy[name] !== null && of.odds(0.7)) copy[name] = brokenAt(copy[name], of);
  else copy[name] = badValue(of);
  return copy;
}

const boundary = 'edge';

function written(made: Made, { path, mediaType }: Operation): BombRequest {
  const filled = path.replace(/\{([a-zA-Z]+)\}/g, (_, name: string) => made.path[name] ?? '1');
  const query = made.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const whole = `${filled}${made.tail}`;
  const address = query === '' ? whole : `${whole}${whole.includes('?') ? '&' : '?'}${query}`;
  const form = made.headers['content-type'] === 'multipart/form-data' && mediaType === 'multipart/form-data';
  const body = made.raw ?? (form ? formOf(made.body) : made.body === undefined ? undefined : JSON.stringify(made.body));
  const headers = Object.fromEntries(Object.entries(made.headers).map(([name, text]) => [name, headerText(text)]));
  if (form && made.raw === undefined) headers['content-type'] = `multipart/form-data; boundary=${boundary}`;
  return { method: made.method, path: address, headers, body };
}

const formOf = (fields: unknown): string =>
  `${Object.entries((fields ?? {}) as Json)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    .concat([['file; filename="a.bin', 'bytes of a file']])
    .map(([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`)
    .join('')}--${boundary}--\r\n`;

/** Encoded as by a browser; lone surrogates, which a URL cannot contain, become the replacement character. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 12_000);
/** The characters the HTTP client accepts; others are tested over a raw socket elsewhere. */
const headerText = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').slice(0, 6000);

function hashed(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
