import { connect } from 'node:net';
import { type Chance, chance } from '../../apps/server/src/testing/money-run/chance.ts';
import { Faults, faultOf } from './judge.ts';
import type { Answered, Target } from './target.ts';

// Malformed requests sent as raw bytes: parser, router and page renderer must survive all of them.

const methods = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'BREW',
  'get',
  '',
  'G\0T',
  'PRI',
];
const targets = [
  '/',
  '//',
  '///',
  '*',
  '',
  ' ',
  '/%',
  '/%zz',
  '/%ff%fe',
  '/%00',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/..%2f..%2f',
  '/../../../../etc/passwd',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cx',
  '/\\evil.example',
  'http://',
  'http://[',
  'http://[::1',
  'http://a b/',
  'http://evil.example/',
  'https://user:pass@evil.example:99999/',
  'evil.example:443',
  'javascript:alert(1)',
  '/api',
  '/api/',
  '/api//',
  '/api/%',
  '/api/v1/uploads/%00',
  '/api/v1/tune-requests/%ff',
  '/api/v1/tune-requests/99999999999999999999',
  '/api/openapi.json?%',
  '/api/settings?a[b]=c&a[b][c]=d&__proto__[x]=y',
  '/?page=%ff&search=%00',
  '/store/%F0%9F%92%A9',
  '/tuning/%c3%28',
  '/dealers/..;/admin',
  '/#x',
  '/?#',
  '/a?b?c?d',
  `/${'a'.repeat(9000)}`,
  `/${'a/'.repeat(4000)}`,
  `/api/v1/${'%41'.repeat(2500)}`,
  `/?${'a=b&'.repeat(2000)}`,
  '/healthz/../api/auth/sessions',
  '/.well-known/../x',
  '/\u00e9',
  '/\x7f',
  '/\x01',
];
const versions = ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.9', 'HTTP/', '', 'http/1.1', 'HTTP/1.1 x'];
const headerLines = [
  'host: a\r\nhost: b',
  'host:',
  'host: [',
  'content-length: -1',
  'content-length: 5\r\ncontent-length: 6',
  'content-length: 99999999999999999999',
  'content-length: 0x10',
  'content-length: 1e3',
  'transfer-encoding: chunked',
  'transfer-encoding: chunked, chunked',
  'transfer-encoding: identity',
  'transfer-encoding: \x0bchunked',
  'content-length: 5\r\ntransfer-encoding: chunked',
  'expect: 100-continue',
  'expect: a-miracle',
  'upgrade: websocket\r\nconnection: upgrade',
  'upgrade: h2c\r\nconnection: upgrade, http2-settings\r\nhttp2-settings: x',
  'connection: close, keep-alive, x',
  'cookie: \xff=\xfe; tuneport=%%%',
  'cookie: tuneport=a\r\ncookie: tuneport=b',
  'cookie: __Host-tuneport=a.b.c.d',
  'range: bytes=0-0,0-0,0-0',
  'if-none-match: "',
  'accept-encoding: br;q=1e9, gzip;q=-1, zzz',
  'x-forwarded-for: ::ffff:999.1.1.1, \x80',
  'origin: http://[',
  'content-type: application/json',
  'content-type: multipart/form-data; boundary=x',
  'content-type: application/json; charset="\\',
  'content-encoding: gzip',
  ' folded: line',
  'no colon here',
  ': no name',
  'na me: x',
  'x\0y: z',
  'x: a\0b',
  'x: a\rb',
  'x: a\nb: c',
  'sec-fetch-site: cross-site',
  'idempotency-key: \xff',
  'if-unmodified-since: \xff',
];
const bodies = [
  '',
  '{',
  '{}',
  '[]',
  'null',
  '"',
  '{"a":1e9999}',
  `${'['.repeat(3000)}`,
  '0\r\n\r\n',
  '5\r\nabc',
  'zz\r\nabc\r\n0\r\n\r\n',
  'ffffffffffffffff\r\nx',
  `5;${'e'.repeat(20_000)}\r\nabcde\r\n0\r\n\r\n`,
  '-1\r\n\r\n',
  '1\r\na\r\n0\r\nx: \0\r\n\r\n',
  '--x\r\n\r\n--x--',
  '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
  'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
  '\0\0\0\0',
];

export function rawRequest(seed: number, number: number): Buffer {
  const of = chance((seed * 1_000_003 + number) >>> 0);
  switch (of.below(20)) {
    case 0:
      return noise(of, 1 + of.below(2000));
    case 1:
      return latin(`${'\r\n'.repeat(of.below(50))}${head(of)}`);
    case 2:
      // Too many or too large headers.
      return latin(`${lineOf(of)}\r\nhost: x\r\n${'a: b\r\n'.repeat(of.pick([500, 2500, 5000]))}\r\n`);
    case 3:
      return latin(`${lineOf(of)}\r\nhost: x\r\nx: ${'y'.repeat(of.pick([8000, 17_000, 70_000]))}\r\n\r\n`);
    case 4:
      return latin(head(of) + head(of) + head(of));
    case 5:
      // The start of a session in another protocol.
      return of.odds(0.5)
        ? Buffer.from('16030100', 'hex')
        : latin(of.pick(['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'SSH-2.0-x\r\n', 'EHLO x\r\n', '\x05\x01\0']));
    case 6:
    case 7:
    case 8: {
      // A valid request with one or a few bytes changed.
      const bytes = latin(good(of));
      for (let left = 1 + of.below(4); left > 0; left -= 1) bytes[of.below(bytes.length)] = of.below(256);
      return bytes;
    }
    case 9:
      return latin(good(of)).subarray(0, of.below(200));
    default:
      return latin(head(of));
  }
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Noise derived from the seed. */
const noise = (of: Chance, length: number): Buffer => Buffer.from(Array.from({ length }, () => of.below(256)));

const lineOf = (of: Chance): string =>
  `${of.pick(methods)}${of.pick([' ', ' ', ' ', '  ', '\t', ''])}${of.pick(targets)}${of.pick([' ', ' ', ' ', ''])}${
    of.odds(0.75) ? 'HTTP/1.1' : of.pick(versions)
  }`;

function head(of: Chance): string {
  const lines = [
    of.odds(0.85) ? 'host: localhost' : '',
    ...Array.from({ length: of.below(4) }, () => of.pick(headerLines)),
  ];
  const end = of.pick(['\r\n', '\r\n', '\r\n', '\r\n', '\n', '\r']);
  return [lineOf(of), ...lines.filter((line) => line !== ''), '', of.pick(bodies)].join(end);
}

function good(of: Chance): string {
  const body = '{"email":"a@example.test","password":"secret-secret"}';
  return of.pick([
    'GET /api/auth/methods HTTP/1.1\r\nhost: localhost\r\naccept: */*\r\n\r\n',
    `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'POST /api/graph HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=x\r\ntransfer-encoding: chunked\r\n\r\n5\r\n--x\r\n\r\n0\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: localhost\r\naccept-encoding: br\r\ncookie: tuneport=abc\r\n\r\n',
    'PATCH /api/v1/uploads/7f9c2ba4-e88f-4827-a3c4-1f6e6f1f1c2e HTTP/1.1\r\nhost: localhost\r\nupload-offset: 0\r\ncontent-length: 4\r\n\r\nabcd',
  ]);
}

export type RawReport = { requests: number; answered: number; statuses: Record<string, number>; faults: string[] };

/** Each on its own connection, closed by either side. */
export async function sendRaw(
  target: Target,
  input: { requests: number; seed: number; atOnce?: number },
): Promise<RawReport> {
  const faults = new Faults();
  const statuses: Record<string, number> = {};
  let next = 0;
  let answered = 0;
  const worker = async () => {
    while (next < input.requests) {
      const number = next;
      next += 1;
      const sent = rawRequest(input.seed, number);
      const bytes = await exchange(target.port, sent);
      const { answers, torn } = answersIn(bytes);
      if (answers.length > 0) answered += 1;
      for (const answer of answers) {
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
        // A page request gets an HTML response.
        const page = answer.headers['content-type']?.startsWith('text/html') && answer.status < 500;
        const fault = page ? null : faultOf(answer);
        if (fault)
          faults.add(fault.slice(0, 80), `number ${number} ${JSON.stringify(sent.toString('latin1').slice(0, 200))}`);
      }
      if (torn) faults.add('an answer that cannot be read', `number ${number} ${JSON.stringify(torn)}`);
    }
  };
  await Promise.all(Array.from({ length: input.atOnce ?? 16 }, worker));
  return { requests: input.requests, answered, statuses, faults: faults.list() };
}

const silentMs = 60;
const longestMs = 3_000;

function exchange(port: number, bytes: Buffer): Promise<Buffer> {
  return new Promise((done) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => {}));
    // Many are the beginning of a request that never completes; the connection is then abandoned.
    let quiet: NodeJS.Timeout | undefined;
    const wait = (ms: number) => {
      clearTimeout(quiet);
      quiet = setTimeout(() => socket.destroy(), ms);
    };
    wait(longestMs / 10);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      wait(silentMs);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(quiet);
      done(Buffer.concat(chunks));
    });
  });
}

/** Parses the responses received so far; a body by its length, or in chunks. */
function answersIn(bytes: Buffer): { answers: Answered[]; torn: string | null } {
  const answers: Answered[] = [];
  let rest = bytes;
  while (rest.length > 0 && answers.length < 10) {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.toString('latin1', 0, end < 0 ? 200 : end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(line)?.[1] ?? 0);
    if (status === 0 || end < 0) return { answers, torn: end < 0 && answers.length > 0 ? null : line.slice(0, 200) };
    const headers = Object.fromEntries(
      lines.map((text) => [text.slice(0, text.indexOf(':')).toLowerCase(), text.slice(text.indexOf(':') + 1).trim()]),
    );
    const body = rest.subarray(end + 4);
    const length = headers['content-length'];
    const chunked = headers['transfer-encoding'] === 'chunked';
    const size =
      status < 200 || status === 204 || status === 304 ? 0 : length === undefined ? body.length : Number(length);
    // Response to a HEAD request: the next response follows directly.
    const none = body.length === 0 || body.subarray(0, 5).toString('latin1') === 'HTTP/';
    answers.push({ status, headers, body: none ? Buffer.alloc(0) : body.subarray(0, size) });
    rest = none ? body : chunked || length === undefined ? Buffer.alloc(0) : body.subarray(size);
  }
  return { answers: answers.filter(({ status }) => status >= 200), torn: null };
}
