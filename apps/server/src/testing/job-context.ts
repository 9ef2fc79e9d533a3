import type { JobContext } from '../platform/jobs/define.ts';
import type { TestServer } from './server.ts';

/** The context of a job that a test runs by itself. */
export const jobContext = (
  { platform }: TestServer,
  { now = new Date(), signal = new AbortController().signal } = {},
): JobContext => ({ db: platform.db, now, log: platform.log, platform, signal });
