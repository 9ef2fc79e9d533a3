import { defineSteps } from '../states/steps.ts';

/** A file of records on its way in: nothing is stored that was not looked at first, and what no longer fits is looked at again. */
export const sheetSteps = defineSteps({
  checking: ['checked', 'failed'],
  checked: ['running'],
  running: ['done', 'checked', 'failed'],
  failed: [],
  done: [],
});
