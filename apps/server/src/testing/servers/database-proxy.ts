import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, clientConfig, usualTimeouts } from '../../platform/db/connection/connection.ts';

export type DatabaseProxy = {
  /** The same database through the interruptible proxy. */
  readonly connection: Connection;
  /** From now on connections are accepted but nothing is forwarded, in either direction, not even a close. */
  swallow(): void;
  /** Delivers what was held back, as after TCP retransmissions. */
  passOn(): void;
  close(): Promise<void>;
};

/** A proxy in front of PostgreSQL that can become a black hole. With a delay, data is delayed in both directions. */
export async function databaseProxy(target: Connection | string, delayMs?: () => number): Promise<DatabaseProxy> {
  const {
    host,
    port,
    user = '',
    database = '',
    password,
  } = new pg.Client(clientConfig(target, usualTimeouts, 'proxy'));
  const sockets = new Set<Socket>();
  let swallowing = false;

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      if (swallowing) from.pause();
      from.on('error', () => to.destroy());
      // Sequential, so that order is preserved.
      let before: Promise<unknown> = Promise.resolve();
      const inTurn = (act: () => void) => {
        if (!delayMs) return act();
        before = Promise.all([before, sleep(delayMs())]).then(act);
      };
      from.on('data', (bytes) => inTurn(() => void to.write(bytes)));
      from.on('end', () => inTurn(() => void to.end()));
      from.on('close', () => {
        sockets.delete(from);
        if (!swallowing) to.destroy();
      });
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    connection: {
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      user,
      database,
      ...(password === undefined ? {} : { password }),
    },
    swallow() {
      swallowing = true;
      for (const socket of sockets) socket.pause();
    },
    passOn() {
      swallowing = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
