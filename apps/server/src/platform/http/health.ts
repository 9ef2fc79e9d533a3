import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Platform } from '../platform.ts';

export type Readiness = { stopping: boolean };

const readyTimeoutMs = 1500;

/** /healthz: the process is alive, without a database check; /readyz checks the database, and fails during shutdown. */
export function mountHealth(app: FastifyInstance, platform: Platform, readiness: Readiness): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ ok: true }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !readiness.stopping && (await databaseAnswers(platform));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ok: ready });
  });
  if (platform.config.metrics) mountMetrics(app);
}

async function databaseAnswers({ db }: Platform): Promise<boolean> {
  const late = new Promise<false>((settle) => setTimeout(settle, readyTimeoutMs, false).unref());
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]);
}

/** Labelled by call, not by URL, so that no ids or tokens end up in a metric. */
function mountMetrics(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Response time by endpoint and status.',
    labelNames: ['call', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { config, url } = request.routeOptions;
    seconds.observe(
      { call: config?.call ?? url ?? 'other', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}
