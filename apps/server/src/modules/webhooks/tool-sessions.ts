import {
  type ToolSessionScenario,
  type ToolSessionState,
  toolSessionScenarios,
} from '@tuneport/domain/catalog/tools/manifest-states';
import type { ManifestOperation } from '@tuneport/domain/catalog/tools/tool-manifest';
import { sql } from 'kysely';
import type { SignedInActor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import { pageOf } from '../../platform/db/lists/page.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { pausedRefusal } from './manage-webhooks.ts';
import { lockWebhook } from './webhook-queries.ts';

/** Sessions of one developer that run at the same time. */
const runningMax = 5;

type Input = {
  readonly webhook: number;
  readonly tool: string;
  readonly operation: ManifestOperation;
  readonly scenario: ToolSessionScenario;
};

/** Queues the events; `send-tool-sessions.ts` sends them. */
export async function startToolSession(db: Db, actor: SignedInActor, now: Date, input: Input) {
  const { id: webhook_id, paused_at } = await lockWebhook(db, actor.userId, input.webhook);
  if (paused_at !== null) throw pausedRefusal();
  const { rows } = await sql<{ known: boolean; running: number }>`select
    exists (select from tools where slug = ${input.tool}) as known,
    (select count(*)::int from tool_sessions where user_id = ${actor.userId} and state = 'running') as running`.execute(
    db,
  );
  if (!rows[0]?.known) throw fieldRefusal({ tool: ['There is no tool with this slug in the catalogue.'] });
  if (rows[0].running >= runningMax)
    throw new Refusal('conflict', { message: `${runningMax} simulations are running. Wait until one has ended.` });
  const { tool, operation, scenario } = input;
  const { id } = await db
    .insertInto('tool_sessions')
    .values({ user_id: actor.userId, webhook_id, tool, operation, scenario, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tool_session_events')
    .values(toolSessionScenarios[scenario].map((event, at) => ({ session_id: id, step: at + 1, event })))
    .execute();
  return readToolSession(db, actor, id);
}

const sessionsOf = (db: Db, { userId }: SignedInActor) =>
  db
    .selectFrom('tool_sessions as s')
    .innerJoin('webhooks as w', 'w.id', 's.webhook_id')
    .where('s.user_id', '=', userId);
const columns = ['s.id', 's.tool', 's.operation', 's.scenario', 's.state', 's.created_at', 'w.url'] as const;
type Row = {
  readonly id: number;
  readonly tool: string;
  readonly operation: string;
  readonly scenario: string;
  readonly state: string;
  readonly created_at: Date;
  readonly url: string;
  readonly webhook_id: number;
};
const present = ({ url, webhook_id, operation, scenario, state, ...row }: Row) => ({
  ...row,
  operation: operation as ManifestOperation,
  scenario: scenario as ToolSessionScenario,
  state: state as ToolSessionState,
  webhook: { id: webhook_id, url },
});

export async function listToolSessions(db: Db, actor: SignedInActor, page: number) {
  const all = sessionsOf(db, actor);
  const found = await pageOf(all, all.select([...columns, 's.webhook_id']).orderBy('s.id', 'desc'), page);
  return { ...found, data: found.data.map(present) };
}

export async function readToolSession(db: Db, actor: SignedInActor, id: number) {
  const row = await sessionsOf(db, actor)
    .select([...columns, 's.webhook_id'])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const events = await db
    .selectFrom('tool_session_events')
    .selectAll()
    .where('session_id', '=', id)
    .orderBy('step')
    .execute();
  return { ...present(row), events };
}
