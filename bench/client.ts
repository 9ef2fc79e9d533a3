// A minimal client, so that the server is what is measured: it writes prebuilt requests and reads only status and
// length of the responses.
import { connect } from 'node:net';

export type Answered = {
  total: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  byStatus: Map<number, number>;
};

const endOfHead = Buffer.from('\r\n\r\n');

/** Sends requests over several connections, each as soon as the previous response has arrived. */
export async function askFor(
  seconds: number,
  { port, connections, next }: { port: number; connections: number; next: () => Buffer },
): Promise<Answered> {
  const times: number[] = [];
  const byStatus = new Map<number, number>();
  const begun = performance.now();
  const untilMs = begun + seconds * 1000;
  const note = (status: number, sentMs: number): boolean => {
    const nowMs = performance.now();
    times.push(nowMs - sentMs);
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    return nowMs < untilMs;
  };
  await Promise.all(Array.from({ length: connections }, () => oneConnection(port, next, note)));
  const tookS = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { total: times.length, perSecond: times.length / tookS, p50Ms: at(0.5), p99Ms: at(0.99), byStatus };
}

function oneConnection(
  port: number,
  next: () => Buffer,
  note: (status: number, sentMs: number) => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = connect({ port, host: 'localhost', noDelay: true });
  let sentMs = 0;
  let status = 0;
  /** The beginning of a header that arrived in parts. */
  let held: Buffer | undefined;
  let bodyLeft = 0;
  const send = () => {
    sentMs = performance.now();
    socket.write(next());
  };
  const answered = () => {
    if (note(status, sentMs)) send();
    else socket.end();
  };
  socket.on('connect', send);
  socket.on('data', (part: Buffer) => {
    if (bodyLeft > 0) {
      bodyLeft -= part.length;
      if (bodyLeft <= 0) answered();
      return;
    }
    const got = held ? Buffer.concat([held, part]) : part;
    const headEnd = got.indexOf(endOfHead);
    if (headEnd === -1) {
      held = got;
      return;
    }
    held = undefined;
    const head = got.toString('latin1', 0, headEnd);
    status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined && status !== 304 && status !== 204)
      return void socket.destroy(new Error('An answer of unknown length cannot be measured.'));
    bodyLeft = Number(length ?? 0) - (got.length - headEnd - endOfHead.length);
    if (bodyLeft <= 0) answered();
  });
  socket.on('error', reject);
  socket.on('close', () => (sentMs === 0 ? reject(new Error('The connection was refused.')) : resolve()));
  return promise;
}

/** A serialized HTTP request. */
export function requestBytes(method: string, path: string, headers: Record<string, string>, body = ''): Buffer {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}
