import { defineSteps } from '../states/steps.ts';

/** States of a vehicle import: it only runs after a check, and a failed import can be retried. */
export const importSteps = defineSteps({
  uploaded: ['checking'],
  checking: ['checked', 'failed'],
  checked: ['checking', 'running'],
  running: ['done', 'failed'],
  failed: ['checking'],
  done: [],
});
