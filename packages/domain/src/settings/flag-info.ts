import type { UserFlag } from '../identity/roles.ts';

// Apart from the flags themselves, which every page of the site loads.

export const flagInfo: Readonly<Record<UserFlag, { readonly name: string; readonly description: string }>> = {
  fzd: { name: 'Tool developer', description: 'Opens the developer page and rescue sessions.' },
  t: { name: 'Tuner', description: 'Works on tune requests and sees tuner pools.' },
  ct: {
    name: 'CMS tuner',
    description: 'Edits catalogue records, but not catalogue settings, and cannot merge duplicates.',
  },
  f: { name: 'Tool orders', description: 'Reads the orders of all customers, tool orders among them.' },
  tsa: { name: 'Tune sales figures', description: 'Reads metrics and the sales of tunes.' },
  da: { name: 'Dealer administration', description: 'Manages dealers, their applications and credit deals.' },
  tcro: { name: 'Catalogue, read', description: 'Reads the catalogue editor without changing anything.' },
  tcrw: {
    name: 'Catalogue, write',
    description: 'Changes the catalogue, its tools and settings, and merges duplicates.',
  },
  tex: { name: 'Transaction export', description: 'Downloads transactions as a file.' },
  dsig: { name: 'Dealer signature authority', description: 'Manages who may sign dealer agreements.' },
  sig: { name: 'Own signature', description: 'Records a signature and reads the list of signature authorities.' },
  tm: { name: 'Tuner management', description: 'Manages tuners, tuner brands and their members.' },
};
