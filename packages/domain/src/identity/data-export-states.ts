import { defineMachine, type StateOf, statesOf } from '../states/machine.ts';
import { msg } from '../text/text.ts';

/** A copy of a person's data, from the request to the removal of its file. */
export const dataExportMachine = defineMachine({
  initial: 'queued',
  states: {
    queued: { label: msg('Queued') },
    running: { label: msg('Being prepared'), tone: 'busy' },
    ready: { label: msg('Ready'), tone: 'good' },
    failed: { label: msg('Failed'), tone: 'bad' },
    expired: { label: msg('Expired'), hollow: true },
  },
  events: {
    start: { label: 'Start', from: ['queued'], to: 'running', who: ['system'] },
    finish: { label: 'Finish', from: ['running'], to: 'ready', who: ['system'] },
    fail: { label: 'Fail', from: ['running'], to: 'failed', who: ['system'] },
    expire: { label: 'Expire', from: ['ready'], to: 'expired', who: ['system'] },
  },
});
export const dataExportStates = statesOf(dataExportMachine);
export type DataExportState = StateOf<typeof dataExportMachine>;

export const isPreparing = (state: string): boolean => state === 'queued' || state === 'running';
/** How long the file of an export can be downloaded. */
export const dataExportDays = 7;
export const dataExportsPerDay = 3;
