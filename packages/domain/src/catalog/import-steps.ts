import { defineMachine } from '../states/machine.ts';

/** An import of vehicles or contacts: only what was checked is run, and what failed can be tried again. */
export const importMachine = defineMachine({
  initial: 'uploaded',
  states: {
    uploaded: { label: 'Needs column mapping', tone: 'careful' },
    checking: { label: 'Checking', tone: 'busy' },
    checked: { label: 'Checked', tone: 'accent' },
    running: { label: 'Importing', tone: 'busy' },
    failed: { label: 'Refused', tone: 'bad' },
    done: { label: 'Done', tone: 'good' },
  },
  events: {
    check: { label: 'Check', from: ['uploaded', 'checked', 'failed'], to: 'checking', who: ['staff'] },
    pass: { label: 'Pass the check', from: ['checking'], to: 'checked', who: ['system'] },
    run: { label: 'Import', from: ['checked'], to: 'running', who: ['staff'] },
    finish: { label: 'Finish', from: ['running'], to: 'done', who: ['system'] },
    fail: { label: 'Fail', from: ['checking', 'running'], to: 'failed', who: ['system'] },
  },
});
