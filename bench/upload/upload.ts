// Large concurrent uploads, compared with a handler that only writes to disk; and the cost of identifying a control
// unit file.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type Product, root, startProduct } from '../../e2e/harness/product.ts';
import { identifyImage } from '../../packages/domain/src/tuning/flash-files/identify-image.ts';
import { partOf, sniffFile } from '../../packages/domain/src/tuning/flash-files/sniff-file.ts';
import { uploadTermsSha256 } from '../../packages/domain/src/tuning/upload-rules.ts';
import { median } from '../load.ts';

const fileBytes = 64 * 1024 * 1024;
/** The chunk size of the browser. */
const chunkBytes = 8 * 1024 * 1024;
const rounds = 3;

type Sent = { status: number; headers: Record<string, string | string[] | undefined> };

/** Without fetch, which would copy each body and distort the measurement. */
function send(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const length = { 'content-length': String(body?.length ?? 0) };
    const clientRequest = request({ hostname, port, method, path, headers: { ...headers, ...length } }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers }));
    });
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

async function sendFile(origin: string, cookie: string, file: Buffer): Promise<string> {
  const common = { origin, cookie, 'tus-resumable': '1.0.0' };
  const fields = { filename: 'read.bin', terms: uploadTermsSha256 };
  const metadata = Object.entries(fields).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`);
  const opened = await send(origin, 'POST', '/api/v1/uploads', {
    ...common,
    'upload-length': String(file.length),
    'upload-metadata': metadata.join(','),
  });
  const path = String(opened.headers.location);
  for (let at = 0; at < file.length; at += chunkBytes) {
    const headers = { ...common, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' };
    // Every file is different, because the store deduplicates.
    const chunk =
      at === 0 ? Buffer.concat([randomBytes(16), file.subarray(16, chunkBytes)]) : file.subarray(at, at + chunkBytes);
    const { status } = await send(origin, 'PATCH', path, headers, chunk);
    if (status !== 204) throw new Error(`The upload answered ${status}.`);
  }
  return path;
}

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

/** MiB per second of one round: each cookie uploads two files concurrently, the maximum allowed. */
async function turn(cookies: readonly string[], one: (cookie: string) => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await Promise.all(cookies.flatMap((cookie) => [one(cookie), one(cookie)]));
  return (cookies.length * 2 * fileBytes) / 1024 / 1024 / ((performance.now() - begun) / 1000);
}

export type UploadFigures = {
  perSecondMiB: number;
  /** Ratio to a handler that responds after fsync, as ours does. */
  ofFloor: number;
  /** Ratio to one that leaves the data in the page cache. */
  ofUnsafeFloor: number;
  aboveIdleBytes: number;
  parallel: number;
};

export async function uploadFigures(
  product: Product,
  dataDir: string,
  cookies: readonly string[],
  core?: number,
): Promise<UploadFigures> {
  const command = [process.execPath, join(root, 'bench/upload/upload-floor.ts')];
  const floor = await startProduct({ env: { DATA_DIR: dataDir }, command, ...(core !== undefined && { core }) });
  const base = randomBytes(fileBytes);
  const created: { cookie: string; path: string }[] = [];
  const toProduct = async (cookie: string) => {
    created.push({ cookie, path: await sendFile(product.origin, cookie, base) });
  };
  const clear = async () => {
    for (const { cookie, path } of created.splice(0))
      await send(product.origin, 'DELETE', path, { origin: product.origin, cookie, 'tus-resumable': '1.0.0' });
  };
  const toFloor = (flush: 'yes' | 'no') => async () => {
    const { status } = await send(
      floor.origin,
      'PUT',
      `/file?flush=${flush}`,
      { 'content-type': 'application/octet-stream' },
      base,
    );
    if (status !== 204) throw new Error(`The floor answered ${status}.`);
  };
  const bare: number[] = [];
  const unsafe: number[] = [];
  const ours: number[] = [];
  let peak = 0;
  try {
    for (const cookie of cookies.slice(0, 2)) await toProduct(cookie);
    await clear();
    await toFloor('yes')();
    const idle = residentBytes(product.pid);
    const watch = setInterval(() => {
      peak = Math.max(peak, residentBytes(product.pid));
    }, 50);
    for (let round = 0; round < rounds; round += 1) {
      bare.push(await turn(cookies, toFloor('yes')));
      await send(floor.origin, 'DELETE', '/files', {});
      unsafe.push(await turn(cookies, toFloor('no')));
      await send(floor.origin, 'DELETE', '/files', {});
      ours.push(await turn(cookies, toProduct));
      await clear();
    }
    clearInterval(watch);
    const perSecondMiB = median(ours);
    const share = (of: readonly number[]) => median(ours.map((speed, at) => speed / (of[at] ?? speed)));
    const [ofFloor, ofUnsafeFloor] = [share(bare), share(unsafe)];
    return { perSecondMiB, ofFloor, ofUnsafeFloor, aboveIdleBytes: peak - idle, parallel: cookies.length * 2 };
  } finally {
    await floor.stop();
  }
}

/** Median time of sniffing and identifying a 4 MiB image. */
export function identifyMs(): number {
  const image = new Uint8Array(4 * 1024 * 1024).fill(0xff);
  const noise = randomBytes(image.length / 2);
  image.set(noise, image.length / 4);
  image.set(new TextEncoder().encode('40/1/ME7.5/5/4017.00//'), 0x10005);
  image.set(new TextEncoder().encode('02612060421037350228'), 0x18400);
  const times: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    const begun = performance.now();
    const { format } = sniffFile(partOf('read.bin', image));
    const { softwareIds } = identifyImage(image, format);
    times.push(performance.now() - begun);
    if (softwareIds.length !== 1) throw new Error('The image was not identified.');
  }
  return median(times);
}
