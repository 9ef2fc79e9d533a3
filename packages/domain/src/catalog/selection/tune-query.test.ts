import { expect, test } from 'vitest';
import { parseTuneQuery } from './tune-query.ts';

const names = ['Stock', 'Stage 1', 'Stage 2', 'Eco', 'TCU', 'DSG', 'Turbo', 'Diesel', 'Pops and bangs'];

test.each([
  ['stage 2', ['Stage 2'], ''],
  ['Golf R stage2', ['Stage 2'], 'golf r'],
  ['stgae 2 golf r 2015', ['Stage 2'], 'golf r 2015'],
  ['eco f-150', ['Eco'], 'f-150'],
  ['golf tdi dsg', [], 'golf tdi dsg'],
  ['turbo', [], 'turbo'],
  ['pops and bangs m3', ['Pops and bangs'], 'm3'],
  ['stage', [], 'stage'],
  ['stage 9', ['Stage 9'], ''],
  ['stage one', [], 'stage one'],
  ['', [], ''],
])('"%s" is parsed as the kinds %j of "%s"', (text, kinds, rest) => {
  expect(parseTuneQuery(text, names)).toEqual({ kinds, rest });
});
