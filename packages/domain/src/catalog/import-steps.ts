import { defineSteps } from '../states/steps.ts';

/** An import of vehicles from its page: nothing runs that was not checked first, and what failed may be tried again. */
export const importSteps = defineSteps({
  uploaded: ['checking'],
  checking: ['checked', 'failed'],
  checked: ['checking', 'running'],
  running: ['done', 'failed'],
  failed: ['checking'],
  done: [],
});
