import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sessionCookieName } from '../platform/http/cookies.ts';
import type { Server } from '../server.ts';
import type { Client } from './server.ts';

type StreamEvent = { readonly event: string; readonly data: string };

export type Stream = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The next event, in order. */
  next(): Promise<StreamEvent>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
};

/** Makes a server listen if it does not yet, and returns its port. */
export async function portOf({ app }: Server): Promise<number> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** A stream over a real socket, parsed like in a browser. */
export async function openStream(server: Server, client: Client, path: string): Promise<Stream> {
  const cookie = client.token ? { cookie: `${sessionCookieName(server.platform.config)}=${client.token}` } : {};
  const streamRequest = request({
    host: '127.0.0.1',
    port: await portOf(server),
    path: `/api${path}`,
    headers: cookie,
  });
  streamRequest.end();
  const [reply] = (await once(streamRequest, 'response')) as [IncomingMessage];
  const events: StreamEvent[] = [];
  const waiting: ((streamEvent: StreamEvent) => void)[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let text = '';
  reply.setEncoding('utf8');
  reply.on('data', (part: string) => {
    const blocks = (text + part).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      const event = field('event');
      if (event === undefined) continue;
      const streamEvent = { event, data: field('data') ?? '' };
      const first = waiting.shift();
      if (first) first(streamEvent);
      else events.push(streamEvent);
    }
  });
  reply.on('error', () => {});
  reply.on('close', end);
  return {
    status: reply.statusCode ?? 0,
    headers: reply.headers,
    next: () =>
      new Promise((resolve) => {
        const streamEvent = events.shift();
        if (streamEvent) resolve(streamEvent);
        else waiting.push(resolve);
      }),
    ended,
    close: () => void streamRequest.destroy(),
  };
}
