import { expect, test } from 'vitest';
import {
  checklistProblems,
  findFix,
  isUnsafe,
  type KnownFix,
  knownAnswers,
  rescueChecklist,
} from './rescue-checklist.ts';

const answers = Object.fromEntries(rescueChecklist.map(({ key, answers: known }) => [key, known[0].value]));
const fix = (id: number, more: Partial<KnownFix> = {}): KnownFix => ({
  id,
  symptom: null,
  tool: '',
  when_question: '',
  when_answer: '',
  ...more,
});

test('every question requires one of its answers', () => {
  expect(checklistProblems(answers)).toEqual({});
  expect(Object.keys(checklistProblems({ ...answers, battery: 'purple' }))).toEqual(['battery']);
  expect(Object.keys(checklistProblems({}))).toHaveLength(rescueChecklist.length);
  expect(knownAnswers({ ...answers, __proto__: 'x', more: 'y' })).toEqual(answers);
});

test('a fix matches by symptom, tool and answer, and the first match wins', () => {
  const rescue = { symptom: 'stopped', tool: 'FlashZilla V3', answers: { ...answers, battery: 'low' } };
  expect(findFix([], rescue)).toBeNull();
  expect(findFix([fix(1, { symptom: 'dead' }), fix(2, { symptom: 'stopped' }), fix(3)], rescue)?.id).toBe(2);
  expect(findFix([fix(1, { tool: 'kess' }), fix(2, { tool: 'flashzilla' })], rescue)?.id).toBe(2);
  const byBattery = fix(1, { when_question: 'battery', when_answer: 'low' });
  expect(findFix([byBattery], rescue)?.id).toBe(1);
  expect(findFix([byBattery], { ...rescue, answers })).toBeNull();
});

test('no fix is offered for a smoking unit', () => {
  const smoking = { ...answers, safe: 'yes' };
  expect([isUnsafe(answers), isUnsafe(smoking)]).toEqual([false, true]);
  expect(findFix([fix(1)], { symptom: 'other', tool: 'any', answers: smoking })).toBeNull();
});
