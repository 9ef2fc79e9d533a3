import { defineMachine } from '../states/machine.ts';

/** Lists whose rows can be changed in bulk, with the plural of a row. */
export const bulkListLabels = {
  makes: 'makes',
  engines: 'engines',
  transmissions: 'transmissions',
  tunes: 'tunes',
  guides: 'guides',
  'tune-types': 'tune types',
  'dyno-runs': 'dyno runs',
  'lead-deals': 'deals',
  'lead-contacts': 'contacts',
} as const;
export type BulkListName = keyof typeof bulkListLabels;
export const bulkLists = Object.keys(bulkListLabels) as readonly BulkListName[];

export const bulkActions = ['edit', 'delete'] as const;
export type BulkActionName = (typeof bulkActions)[number];

/** One run of a bulk action is limited, so that it ends within minutes. */
export const bulkRowsMax = 50_000;

/** A bulk action on every row that matches a filter. It is never started again: the rows it refused need a person. */
export const bulkRunMachine = defineMachine({
  initial: 'running',
  states: {
    running: { label: 'Running', tone: 'busy' },
    done: { label: 'Done', tone: 'good' },
    cancelled: { label: 'Cancelled' },
  },
  events: {
    finish: { label: 'Finish', from: ['running'], to: 'done', who: ['system'] },
    cancel: { label: 'Cancel', from: ['running'], to: 'cancelled', who: ['staff', 'system'] },
  },
});
