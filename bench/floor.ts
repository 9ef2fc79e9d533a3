// The minimum cost of a route: the bare framework with a response of a few bytes, and one that takes JSON and answers
// nothing.
import Fastify from 'fastify';

const app = Fastify();
app.get('/floor', async () => ({ ok: true, text: 'the floor' }));
app.post('/floor', async (_request, reply) => reply.code(204).send());
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('The floor is serving at this port\n');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
