import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { attachment } from '../../apps/server/src/platform/files/send-file.ts';
import { chance } from '../../apps/server/src/testing/money-run/chance.ts';
import { hostileName } from './hostile-names.ts';
import { Faults, faultOf } from './judge.ts';
import { type Answered, ask, callers, type Target } from './target.ts';
import { part } from './uploads.ts';

const formOf = (name: string, bytes: Buffer) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=edge' },
  body: Buffer.concat([
    part('name="mode"', Buffer.from('manual')),
    part(`name="file"; filename="${name}"`, bytes),
    Buffer.from('--edge--\r\n'),
  ]),
});

type StoredFile = { id: number };

/**
 * Uploads files with hostile names by form and checks the result: nothing outside the store, a single header line,
 * no path.
 */
export async function sendHostileNames(
  target: Target,
  input: { names: number; seed: number; outside: string },
): Promise<{ names: number; taken: number; faults: string[] }> {
  const faults = new Faults();
  const { headersOf } = callers(target);
  const before = await tree(input.outside);
  let taken = 0;
  for (let number = 0; number < input.names; number += 1) {
    const name = hostileName(input.seed, number);
    const wrong = dispositionFault(attachment(name));
    if (wrong) faults.add(wrong, JSON.stringify(name));
    if (number % 50 === 0) await target.db.deleteFrom('rate_limits').execute();
    // A file with an unknown extension is recognised as a tune by its content.
    const bytes = Buffer.from(`vbf_version = 2.3;\r\nheader {\r\n}${number}`);
    const sent = await ask(target, {
      method: 'POST',
      path: '/api/v1/tune-requests',
      ...withCookie(formOf(name.toWellFormed(), bytes), await headersOf('customer')),
    });
    const fault = faultOf(sent) ?? headerFault(sent);
    if (fault) faults.add(fault, JSON.stringify(name));
    if (sent.status !== 201) continue;
    taken += 1;
    const { id } = JSON.parse(sent.body.toString()) as StoredFile;
    const got = await ask(target, {
      method: 'GET',
      path: `/api/v1/tune-requests/${id}/raw`,
      headers: await headersOf('customer'),
    });
    if (got.status === 503) continue;
    const bad =
      got.status === 200 ? dispositionFault(String(got.headers['content-disposition'])) : `download ${got.status}`;
    if (bad ?? headerFault(got)) faults.add(String(bad ?? headerFault(got)), JSON.stringify(name));
    if (!got.body.equals(bytes)) faults.add('other bytes came back', JSON.stringify(name));
  }
  for (const path of await tree(input.outside)) if (!before.has(path)) faults.add('a file outside the store', path);
  return { names: input.names, taken, faults: faults.list() };
}

const withCookie = <T extends { headers: Record<string, string> }>(value: T, cookie: Record<string, string>): T => ({
  ...value,
  headers: { ...value.headers, ...cookie },
});

const headerFault = ({ headers }: Answered): string | null =>
  headers['set-cookie'] || headers.x ? 'a header was injected' : null;

/** One line with both forms of the name and without characters of a path or header. */
export function dispositionFault(header: string): string | null {
  const found = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header);
  if (!found) return `content-disposition ${JSON.stringify(header)}`;
  const [, plain = '', whole = ''] = found;
  const name = decodeURIComponent(whole);
  const bad = [plain, name].some((text) => /[/\\\p{Cc}\u2028\u2029\u202a-\u202e]|^\.|^$/u.test(text));
  return bad || plain.includes('"') ? `a name that is more than a name: ${JSON.stringify(header)}` : null;
}

/** All files except those of the store and the database. */
async function tree(folder: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name === 'files' || entry.name === 'postgres') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) for (const inner of await tree(path)) found.add(inner);
    else found.add(path);
  }
  return found;
}

/** Random bytes of random length, uploaded and downloaded whole and in ranges. */
export async function sendRandomFiles(
  target: Target,
  input: { files: number; seed: number },
): Promise<{ files: number; bytes: number; faults: string[] }> {
  const faults = new Faults();
  const { headersOf } = callers(target);
  let bytes = 0;
  for (let number = 0; number < input.files; number += 1) {
    const of = chance((input.seed * 32_452_843 + number) >>> 0);
    const file = bytesOf(`${input.seed} ${number}`, 1 + of.below(of.pick([10, 1000, 100_000])));
    bytes += file.length;
    if (number % 50 === 0) await target.db.deleteFrom('rate_limits').execute();
    const cookie = await headersOf('customer', number % 500 === 0);
    const sent = await ask(target, {
      method: 'POST',
      path: '/api/v1/tune-requests',
      ...withCookie(formOf('x.bin', file), cookie),
    });
    if (sent.status !== 201) {
      // Bytes that happen to start like an image or archive are refused as such.
      if (sent.status !== 422 && sent.status !== 503)
        faults.add(`${sent.status}`, `number ${number}: ${sent.body.toString('utf8', 0, 200)}`);
      continue;
    }
    const path = `/api/v1/tune-requests/${(JSON.parse(sent.body.toString()) as StoredFile).id}/raw`;
    const whole = await ask(target, { method: 'GET', path, headers: cookie });
    const start = of.below(file.length);
    const end = start + of.below(file.length - start);
    const piece = await ask(target, { method: 'GET', path, headers: { ...cookie, range: `bytes=${start}-${end}` } });
    if (whole.status === 503 || piece.status === 503) continue;
    if (!whole.body.equals(file)) faults.add('other bytes came back', `number ${number}`);
    if (piece.status !== 206 || !piece.body.equals(file.subarray(start, end + 1)))
      faults.add('another piece came back', `number ${number}: ${piece.status}`);
  }
  return { files: input.files, bytes, faults: faults.list() };
}

/** Any number of bytes, derived from a seed. */
function bytesOf(seed: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, at) =>
    createHash('sha512').update(`${seed} ${at}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}
