// The minimum cost of an upload: the bare framework writing the body to a file, with or without fsync.
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';

const folder = await mkdtemp(join(process.env.DATA_DIR ?? '', 'floor-'));
const app = Fastify();
app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
let number = 0;
app.put('/file', async (request, reply) => {
  const { flush } = request.query as { flush?: string };
  number += 1;
  const path = join(folder, String(number));
  await pipeline(request.body as Readable, createWriteStream(path, { flush: flush === 'yes' }));
  return reply.code(204).send();
});
app.delete('/files', async (_request, reply) => {
  for (const name of await readdir(folder)) await rm(join(folder, name));
  return reply.code(204).send();
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('The floor is serving at this port\n');
process.once('SIGTERM', () => {
  void app
    .close()
    .then(() => rm(folder, { recursive: true, force: true }))
    .then(() => process.exit(0));
});
