import { createServer, request, type Server } from 'node:http';
import { freePort } from '../../apps/server/src/testing/free-port.ts';

/** A proxy in front of the product that can answer some paths itself, as a newer version of the site would. */
export async function proxyTo(port: number, answers: Map<string, string>): Promise<{ origin: string; close(): void }> {
  const own = await freePort();
  const server: Server = createServer((incoming, outgoing) => {
    const text = answers.get(incoming.url ?? '');
    if (text !== undefined) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(text);
      return;
    }
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${own}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
