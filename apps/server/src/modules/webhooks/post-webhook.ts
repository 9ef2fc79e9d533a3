import { Resolver } from 'node:dns/promises';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const timeoutMs = 10_000;
const responseBytesMax = 2_048;

export type Posted = {
  readonly status: number | null;
  readonly problem: string | null;
  readonly response: string | null;
};

type Target = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Allows plain HTTP and addresses that are not public. */
  readonly privateNetworks: boolean;
  readonly signal: AbortSignal;
};

const refused = (problem: string): Posted => ({ status: null, problem, response: null });

/**
 * Sends a notification. The address is checked when the connection is made, so a name cannot resolve to another one in
 * between. Redirects are not followed, the answer is cut after a few kilobytes, and the whole exchange has a time limit.
 */
export async function postWebhook(target: Target): Promise<Posted> {
  const url = new URL(target.url);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!target.privateNetworks) {
    if (url.protocol !== 'https:') return refused('The URL must start with https://.');
    // A literal address is connected to without a lookup.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return refused('The address is not on the public internet.');
  }
  const signal = AbortSignal.any([target.signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await exchange(url, target, signal);
  } catch (error) {
    if (target.signal.aborted) throw error;
    return refused(signal.aborted ? 'There was no answer within 10 seconds.' : problemOf(error));
  }
}

function exchange(url: URL, target: Target, signal: AbortSignal): Promise<Posted> {
  return new Promise((done, fail) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(
      url,
      {
        method: 'POST',
        agent: false,
        signal,
        headers: { ...target.headers, 'content-length': Buffer.byteLength(target.body) },
        ...(target.privateNetworks ? {} : { lookup: publicOnly }),
      },
      (answer) => {
        const status = answer.statusCode ?? 0;
        const chunks: Buffer[] = [];
        let size = 0;
        const end = () => {
          const text = Buffer.concat(chunks).subarray(0, responseBytesMax).toString('utf8').replaceAll('\0', '');
          const isGood = status >= 200 && status < 300;
          done({ status, problem: isGood ? null : `The server answered with ${status}.`, response: text });
          outgoing.destroy();
        };
        answer.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size >= responseBytesMax) end();
        });
        answer.on('end', end);
        answer.on('error', fail);
      },
    );
    outgoing.on('error', fail);
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      fail(new Error('The server asked for another protocol.'));
    });
    // Every end settles the promise; after an answer or an error this has no effect.
    outgoing.on('close', () => fail(new Error('The connection was closed.')));
    outgoing.end(target.body);
  });
}

class NotPublic extends Error {}

const isLocalName = (name: string): boolean => !name.includes('.') || /(?:^|\.)localhost\.?$/.test(name);

class Unresolved extends Error {}

/**
 * The addresses of a name, asked of the name servers directly. `dns.lookup` would hold one of the four threads that
 * also read files and hash passwords, and the owner of a name decides how long its servers take.
 */
export async function addressesOf(name: string, resolver = new Resolver({ timeout: 2_000, tries: 2 })) {
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const [v4 = [], v6 = []] = found.map((one) => (one.status === 'fulfilled' ? one.value : []));
  const failed = found.find((one) => one.status === 'rejected');
  if (v4.length + v6.length === 0 && failed?.status === 'rejected')
    throw new Unresolved(name, { cause: failed.reason });
  return [...v4.map((address) => ({ address, family: 4 })), ...v6.map((address) => ({ address, family: 6 }))];
}

/** Resolves a name and refuses it if any of its addresses is not public. */
const publicOnly: LookupFunction = (hostname, options, callback) => {
  if (isLocalName(hostname)) return callback(notPublicName(), '');
  addressesOf(hostname).then(
    (addresses) => {
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return callback(notPublicName(), '');
      if (options.all) return (callback as unknown as (error: null, all: typeof addresses) => void)(null, addresses);
      callback(null, first.address, first.family);
    },
    (error: Error) => callback(error, ''),
  );
};
const notPublicName = () => new NotPublic('The name leads to an address that is not on the public internet.');

/** What the owner of the webhook may read: nothing about our own network. */
function problemOf(error: unknown): string {
  if (error instanceof NotPublic) return error.message;
  if (error instanceof Unresolved) return 'The name of the server could not be resolved.';
  const { code = '' } = error as { code?: string };
  if (/CERT|TLS|SSL|SELF_SIGNED|ALTNAME/.test(code)) return 'The certificate of the server is not valid.';
  return 'The server could not be reached.';
}
