import type { Call } from '@tuneport/contract/index';
import { createContext } from 'react-router';
import type { RouteRow } from '../route-table.ts';
import type { Visitor } from './api/server-door.ts';
import type { UiState } from './ui-state.ts';

// Contexts are created once, here. The server sets the first three through entry.server, the root middleware the
// others.

export const callContext = createContext<Call>();
export const visitorContext = createContext<Visitor>();
export const reportContext = createContext<(error: unknown) => void>(() => {});
export const uiContext = createContext<UiState | null>(null);
export const rowContext = createContext<RouteRow>();
