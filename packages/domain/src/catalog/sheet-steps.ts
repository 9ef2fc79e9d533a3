import { defineSteps } from '../states/steps.ts';

/** States of a sheet import: nothing is stored without a check, and a sheet that no longer matches is checked again. */
export const sheetSteps = defineSteps({
  checking: ['checked', 'failed'],
  checked: ['running'],
  running: ['done', 'checked', 'failed'],
  failed: [],
  done: [],
});
