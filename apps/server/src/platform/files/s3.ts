import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { Config } from '../config.ts';
import { BytesMissing, hashOfPlace, placeOf } from './bytes.ts';
import { checked, readableOf } from './checked.ts';
import { spooledDrafts } from './drafts.ts';
import type { FileStore, StoredBytes } from './store.ts';

type S3 = Extract<Config['storage'], { kind: 's3' }>;

const timeoutMs = 10_000;
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Bytes stored this recently are not sent again. */
const freshMs = 600_000;

/**
 * Any S3-compatible store, with path-style addresses. Each object is sent in one request (the protocol allows 5 GiB)
 * and signed with its known hash, so the store itself rejects corrupted bytes, and an interrupted upload leaves no
 * object.
 */
export function s3Store(settings: S3): FileStore {
  const prefix = settings.prefix === '' ? '' : `${settings.prefix.replace(/\/+$/, '')}/`;
  const bucket = `${settings.endpoint}/${encodeURIComponent(settings.bucket)}`;
  const addressOf = (sha256: Buffer) => `${bucket}/${prefix}${placeOf(sha256)}`;
  const call = (method: string, address: string, extra: CallExtra = {}) => send(settings, method, address, extra);

  async function statOf(sha256: Buffer): Promise<StoredBytes | undefined> {
    const answer = await call('HEAD', addressOf(sha256));
    answer.resume();
    if (answer.statusCode === 404) return undefined;
    await requireStatus(answer, 200);
    return {
      sha256,
      sizeBytes: Number(answer.headers['content-length']),
      changedAt: new Date(answer.headers['last-modified'] ?? 0),
    };
  }

  async function removeObject(address: string): Promise<void> {
    const answer = await call('DELETE', address);
    answer.resume();
    if (answer.statusCode !== 404) await requireStatus(answer, 204, 200);
  }

  async function* objectsUnder(start: string): AsyncGenerator<{ key: string; sizeBytes: number; changedAt: Date }> {
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        ...(start && { prefix: start }),
        ...(token && { 'continuation-token': token }),
      });
      const page = await textOf(await requireStatus(await call('GET', `${bucket}?${query}`), 200));
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = field(entry, 'Key') ?? '';
        const changedAt = new Date(field(entry, 'LastModified') ?? 0);
        if (key.startsWith(start)) yield { key, sizeBytes: Number(field(entry, 'Size')), changedAt };
      }
      token = field(page, 'IsTruncated') === 'true' ? field(page, 'NextContinuationToken') : undefined;
    } while (token);
  }

  return {
    async put(source, sha256, sizeBytes) {
      const there = await statOf(sha256);
      if (there?.sizeBytes === sizeBytes && Date.now() - there.changedAt.getTime() < freshMs) {
        if (typeof source !== 'string') source.destroy();
        return;
      }
      const answer = await call('PUT', addressOf(sha256), {
        headers: { 'content-length': String(sizeBytes), 'content-type': 'application/octet-stream' },
        payload: { source, sha256, sizeBytes },
      });
      await requireStatus(answer, 200);
      answer.resume();
    },
    stat: statOf,
    has: async (sha256) => (await statOf(sha256)) !== undefined,
    async open(sha256, range) {
      const answer = await call(
        'GET',
        addressOf(sha256),
        range ? { headers: { range: `bytes=${range.start}-${range.end}` } } : {},
      );
      if (answer.statusCode === 404) {
        answer.resume();
        throw new BytesMissing(`There are no bytes for ${sha256.toString('hex')}.`);
      }
      await requireStatus(answer, range ? 206 : 200);
      if (range && Number(answer.headers['content-length']) !== range.end - range.start + 1) {
        answer.destroy();
        throw new Error('The file store returned a different range than requested.');
      }
      return answer;
    },
    remove: (sha256) => removeObject(addressOf(sha256)),
    async *list() {
      for await (const { key, ...stored } of objectsUnder(prefix)) {
        const sha256 = hashOfPlace(key.slice(prefix.length));
        if (sha256) yield { sha256, ...stored };
      }
    },
    // Uploads remove their own drafts; this finds those of a process that died between replacing a draft and removing
    // it.
    async clearLeftovers(olderThan) {
      let cleared = 0;
      for await (const { key, changedAt } of objectsUnder(`${prefix}drafts/`)) {
        if (changedAt >= olderThan) continue;
        await removeObject(`${bucket}/${key}`);
        cleared += 1;
      }
      return cleared;
    },
    drafts: spooledDrafts({
      async put(name, path, sha256, sizeBytes) {
        const answer = await call('PUT', `${bucket}/${prefix}drafts/${name}`, {
          headers: { 'content-length': String(sizeBytes), 'content-type': 'application/octet-stream' },
          payload: { source: path, sha256, sizeBytes },
        });
        (await requireStatus(answer, 200)).resume();
      },
      async open(name, { start, end }) {
        const headers = { range: `bytes=${start}-${end}` };
        const answer = await call('GET', `${bucket}/${prefix}drafts/${name}`, { headers });
        if (answer.statusCode !== 404 && answer.statusCode !== 416) return requireStatus(answer, 206);
        answer.resume();
        throw new BytesMissing('A part is missing or shorter than recorded.');
      },
      async sizeOf(name) {
        const answer = await call('HEAD', `${bucket}/${prefix}drafts/${name}`);
        answer.resume();
        if (answer.statusCode === 404) return 0;
        return Number((await requireStatus(answer, 200)).headers['content-length']);
      },
      remove: (name) => removeObject(`${bucket}/${prefix}drafts/${name}`),
    }),
  };
}

type CallExtra = {
  headers?: Record<string, string>;
  payload?: { source: string | Readable; sha256: Buffer; sizeBytes: number };
};

async function send(
  settings: S3,
  method: string,
  address: string,
  { headers = {}, payload }: CallExtra,
): Promise<IncomingMessage> {
  const signed = await new AwsV4Signer({
    method,
    url: address,
    headers: { ...headers, 'x-amz-content-sha256': payload ? payload.sha256.toString('hex') : emptyHash },
    accessKeyId: settings.accessKeyId,
    secretAccessKey: settings.secretAccessKey,
    service: 's3',
    region: settings.region,
  }).sign();
  const request = (signed.url.protocol === 'https:' ? httpsRequest : httpRequest)(signed.url, {
    method,
    headers: Object.fromEntries(signed.headers),
    timeout: timeoutMs,
  });
  request.on('timeout', () => request.destroy(new Error('The file store did not respond within 10 s.')));
  const answered = new Promise<IncomingMessage>((settle, refuse) => {
    request.on('response', settle);
    request.on('error', refuse);
  });
  answered.catch(() => {});
  if (!payload) {
    request.end();
    return answered;
  }
  const { source, sha256, sizeBytes } = payload;
  const sent = pipeline(readableOf(source), checked(sha256, sizeBytes), request).then(
    () => undefined,
    (error: unknown) => error,
  );
  // The store may reject before the last byte; its response is more useful than the broken pipe, which is the fallback.
  return answered.catch(async (error: unknown) => {
    throw (await sent) ?? error;
  });
}

async function requireStatus(answer: IncomingMessage, ...fine: number[]): Promise<IncomingMessage> {
  if (fine.includes(answer.statusCode ?? 0)) return answer;
  const reason = field(await textOf(answer).catch(() => ''), 'Code') ?? 'no reason';
  throw new Error(`The file store returned ${answer.statusCode} (${reason}).`);
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The responses are small and contain only our own keys and dates, so no XML parser is needed. */
function field(xml: string, name: string): string | undefined {
  const value = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return value?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
