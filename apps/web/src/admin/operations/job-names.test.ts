import { expect, test } from 'vitest';
import { cronText, jobName } from './job-names.ts';

test('jobs and their schedules are written in words', () => {
  expect(
    ['* * * * *', '*/10 * * * *', '17 * * * *', '7,37 * * * *', '40 3 * * *', '5 6 1 * *', '0 0 1 1 *'].map(cronText),
  ).toEqual([
    'Every minute',
    'Every 10 minutes',
    'Every hour at :17',
    'Every hour at :07 and :37',
    'Every day at 03:40',
    'Monthly on day 1 at 06:05',
    '0 0 1 1 *',
  ]);
  expect([jobName('files.sweep'), jobName('content.send-newsletter'), jobName('constructor')]).toEqual([
    'Delete unused files',
    'Send newsletter',
    'Constructor',
  ]);
});
