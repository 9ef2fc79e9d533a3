export { defineStep, historyRow, type StepNotes } from './take-step.ts';
