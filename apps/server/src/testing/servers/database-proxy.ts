import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Connection, clientConfig, usualTimeouts } from '../../platform/db/connection.ts';

export type DatabaseProxy = {
  /** The same database by the road that can be cut. */
  readonly connection: Connection;
  /** From now on connections are accepted and nothing is passed on, in neither direction and not even an end. */
  swallow(): void;
  /** What was held back arrives, as after a network's own repeats. */
  passOn(): void;
  close(): Promise<void>;
};

/** Stands before PostgreSQL and can turn into a black hole. With a delay, what passes is as late as it says, in either direction. */
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
      // One after another: what comes later never overtakes.
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
