import type { UserFlag } from '../identity/roles.ts';

// Separate from the flags themselves, which every page loads.

export const flagInfo: Readonly<Record<UserFlag, { readonly name: string; readonly description: string }>> = {
  fzd: { name: 'Tool developer', description: 'Opens the developer page and rescue sessions.' },
  t: { name: 'Tuner', description: 'Works on tune requests and sees the tuner queues.' },
  ct: {
    name: 'CMS tuner',
    description: 'Edits catalogue records, but not catalogue settings, and cannot merge duplicates.',
  },
  f: { name: 'Tool orders', description: 'Reads the orders of all customers, including tool orders.' },
  tsa: { name: 'Tune sales reports', description: 'Reads metrics and tune sales.' },
  da: { name: 'Dealer administration', description: 'Manages dealers, their applications and credit deals.' },
  tcro: { name: 'Catalogue, read', description: 'Reads the catalogue editor without changing anything.' },
  tcrw: {
    name: 'Catalogue, write',
    description: 'Changes the catalogue, its tools and settings, and merges duplicates.',
  },
  tex: { name: 'Transaction export', description: 'Downloads transactions as a file.' },
  dsig: { name: 'Dealer signature authority', description: 'Manages who can sign dealer agreements.' },
  sig: { name: 'Own signature', description: 'Records a signature and reads the list of signature authorities.' },
  tm: { name: 'Tuner management', description: 'Manages tuners, tuner brands and their members.' },
};
