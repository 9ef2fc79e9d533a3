import type { Actor } from '../../platform/actor.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { Refusal } from '../../platform/refusal.ts';
import { writeAudit } from '../audit/index.ts';
import { findFailedJob } from './queries.ts';

export async function retryJob(db: Db, jobs: Pick<Jobs, 'retry'>, actor: Actor, id: string): Promise<void> {
  const job = await findFailedJob(db, id);
  if (!job || !(await jobs.retry(db, job.name, job.id))) throw new Refusal('not_found');
  await writeAudit(db, actor, 'job.retry', `job:${id}`, { name: job.name });
}
