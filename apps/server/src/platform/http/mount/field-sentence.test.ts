import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldSentence } from './field-sentence.ts';

const shape = z.object({
  name: z.string().min(1),
  token: z.string().min(20),
  note: z.string().max(3),
  count: z.number().min(1),
  kind: z.enum(['a', 'b']),
  email: z.email(),
  own: z.string('The contract says it itself.'),
  list: z.array(z.string()).min(1),
});

test('a field without a contract message gets an actionable message, never the library text', () => {
  const bad = { name: '', token: 'short', note: 'long', count: 0, kind: 'c', email: 'x', own: 1, list: [] };
  const { error } = shape.safeParse(bad, { error: fieldSentence });
  expect(error?.issues.map((issue) => issue.message)).toEqual([
    'This is required.',
    'Use at least 20 characters.',
    'Use at most 3 characters.',
    'Enter 1 or more.',
    'Choose one of the options.',
    'Enter an e-mail address such as name@example.com.',
    'The contract says it itself.',
    'Choose at least one.',
  ]);
  const empty = shape.safeParse({}, { error: fieldSentence });
  expect(empty.error?.issues.map((issue) => issue.message).join(' ')).not.toMatch(/expected|invalid/i);
});
