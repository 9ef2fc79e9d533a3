import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';

/** An agent with a connect timeout; Node itself would wait for minutes. */
export function connectWithin(ms: number, protocol: 'http' | 'https'): http.Agent {
  const agent = protocol === 'http' ? new http.Agent({ keepAlive: true }) : new https.Agent({ keepAlive: true });
  const connect = agent.createConnection.bind(agent) as (...args: unknown[]) => Duplex | null | undefined;
  agent.createConnection = ((...args: unknown[]) => {
    const socket = connect(...args);
    if (!socket) return socket;
    const timer = setTimeout(() => socket.destroy(new Error(`no connection within ${ms} ms`)), ms).unref();
    const done = () => clearTimeout(timer);
    socket.once(protocol === 'http' ? 'connect' : 'secureConnect', done).once('close', done);
    return socket;
  }) as typeof agent.createConnection;
  return agent;
}
