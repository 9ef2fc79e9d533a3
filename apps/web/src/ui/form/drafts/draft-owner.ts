import { createContext } from 'react';

/** Whose drafts are read and written: the id of the user. Visitors have none, because a computer may be shared. */
export const DraftOwner = createContext<string | null>(null);
