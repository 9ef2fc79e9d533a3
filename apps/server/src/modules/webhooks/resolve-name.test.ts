import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressesOf } from './post-webhook.ts';

const ipv4 = 1;

/** A name server that knows one address of every name, and does not answer for names that begin with `silent`. */
let nameServer: Socket;
let resolver: () => Resolver;

function answerTo(query: Buffer): Buffer | null {
  const end = query.indexOf(0, 12);
  if (query.subarray(13, end).toString('latin1').startsWith('silent')) return null;
  const question = query.subarray(12, end + 5);
  const isIpv4 = query.readUInt16BE(end + 1) === ipv4;
  const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, isIpv4 ? 1 : 0, 0, 0, 0, 0]);
  query.copy(head, 0, 0, 2);
  const record = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7]);
  return Buffer.concat(isIpv4 ? [head, question, record] : [head, question]);
}

beforeAll(async () => {
  nameServer = createSocket('udp4');
  nameServer.on('message', (query, { port, address }) => {
    const answer = answerTo(query);
    if (answer) nameServer.send(answer, port, address);
  });
  await new Promise<void>((done) => nameServer.bind(0, '127.0.0.1', done));
  resolver = () => {
    const made = new Resolver({ timeout: 1_000, tries: 1 });
    made.setServers([`127.0.0.1:${(nameServer.address() as AddressInfo).port}`]);
    return made;
  };
});
afterAll(() => nameServer.close());

test('a name is resolved to its addresses', async () => {
  expect(await addressesOf('hooks.example.test', resolver())).toEqual([{ address: '192.0.2.7', family: 4 }]);
});

test('names whose servers do not answer hold none of the threads that read files', async () => {
  const silent = Array.from({ length: 20 }, (_, at) => addressesOf(`silent-${at}.example.test`, resolver()));
  const ended = Promise.allSettled(silent);
  const first = await Promise.race([ended, readFile(new URL(import.meta.url))]);
  expect(Buffer.isBuffer(first)).toBe(true);
  expect((await ended).map(({ status }) => status)).toEqual(silent.map(() => 'rejected'));
});
