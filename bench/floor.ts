// The minimum cost of a route: the bare framework with a response of a few bytes.
import Fastify from 'fastify';

const app = Fastify();
app.get('/floor', async () => ({ ok: true, text: 'the floor' }));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('The floor is serving at this port\n');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
