import { defineMachine, type StateOf } from '../states/machine.ts';

/** An import of catalogue records. Only a checked sheet is stored; if records changed since, it is checked again. */
export const sheetMachine = defineMachine({
  initial: 'checking',
  states: {
    checking: { label: 'Checking', tone: 'busy' },
    checked: { label: 'Checked', tone: 'accent' },
    running: { label: 'Being stored', tone: 'busy' },
    failed: { label: 'Refused', tone: 'bad' },
    done: { label: 'Done', tone: 'good' },
  },
  events: {
    pass: { label: 'Pass the check', from: ['checking'], to: 'checked', who: ['system'] },
    run: { label: 'Import', from: ['checked'], to: 'running', who: ['staff'] },
    recheck: { label: 'Check again', from: ['running'], to: 'checked', who: ['system'] },
    finish: { label: 'Finish', from: ['running'], to: 'done', who: ['system'] },
    fail: { label: 'Fail', from: ['checking', 'running'], to: 'failed', who: ['system'] },
  },
});
export type SheetState = StateOf<typeof sheetMachine>;
