import { expect, test } from 'vitest';
import { takeFormSpace } from './form-space.ts';

const mebibyte = 1024 * 1024;
const form = (kind: 'visitors' | 'people', key: string) => takeFormSpace({ kind, key });

test('forms of one sender, and of all visitors, have a limited space; people who are logged in have their own', () => {
  const open = ['one', 'one', 'two', 'three'].map((key) => form('visitors', key));
  open[0]?.add(200 * mebibyte);
  expect(() => open[1]?.add(101 * mebibyte)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  open[1]?.add(100 * mebibyte);
  open[2]?.add(200 * mebibyte);
  expect(() => open[3]?.add(13 * mebibyte)).toThrow(expect.objectContaining({ code: 'unavailable' }));
  const person = form('people', 'user:1');
  person.add(300 * mebibyte);
  expect(() => person.add(1)).toThrow();
  for (const one of [...open, person]) one.release();

  // A form that ended counts no longer, also when more of it arrives.
  open[0]?.add(300 * mebibyte);
  open[0]?.release();
  const again = form('visitors', 'one');
  again.add(300 * mebibyte);
  again.release();
});
