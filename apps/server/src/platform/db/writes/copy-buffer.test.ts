import { expect, test } from 'vitest';
import { copyBuffer } from './copy-buffer.ts';

test('rows that wait for the database are bounded by their size', async () => {
  const logged: object[] = [];
  const note = (facts: object) => void logged.push(facts);
  const buffer = copyBuffer('postgres://nobody@127.0.0.1:9/none', { warn: note, error: note } as never, {
    characters: 1000,
    stopMs: 0,
  });
  const target = { table: 'page_views', columns: ['path'] };
  for (let n = 0; n < 50; n += 1) buffer.push(target, ['x'.repeat(99)]);
  await expect(buffer.flush()).rejects.toThrow();
  for (let n = 0; n < 50; n += 1) buffer.push(target, ['x'.repeat(99)]);
  await buffer.stop();
  expect(logged.at(-1)).toMatchObject({ rows: 10, dropped: 90 });
});
