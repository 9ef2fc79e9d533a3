import type { Call } from '@tuneport/contract/index';
import type { PersonalState } from '@tuneport/contract/settings/settings';
import { createContext } from 'react-router';
import type { RouteRow } from '../route-table.ts';
import type { Visitor } from './api/server-interface.ts';
import type { UiState } from './ui-state.ts';

// Made once, here. The server fills the first four through entry.server; the root middleware fills the others.

export const callContext = createContext<Call>();
export const visitorContext = createContext<Visitor>();
export const reportContext = createContext<(error: unknown) => void>(() => {});
/** In place of the visitor's own state, for a page that a whole audience shares. */
export const audienceContext = createContext<PersonalState | null>(null);
export const uiContext = createContext<UiState | null>(null);
export const rowContext = createContext<RouteRow>();

/** The guard found that a page of the back office does not exist; its frame answers, so that the menu stays. */
export const missingContext = createContext(false);
