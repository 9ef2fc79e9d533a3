import { readStored, writeStored } from '../../platform/storage.ts';

const key = 'tuneport.closed-alerts';

const idsFrom = (stored: unknown): number[] =>
  Array.isArray(stored) ? stored.filter((id): id is number => Number.isInteger(id)) : [];

/** Drops ids the server no longer lists, so that the list cannot grow without bound. */
const stillListed = (closed: readonly number[], listed: readonly { id: number }[]): number[] =>
  closed.filter((id) => listed.some((alert) => alert.id === id));

export const openAlerts = <A extends { id: number }>(alerts: readonly A[], closed: readonly number[]): A[] =>
  alerts.filter((alert) => !closed.includes(alert.id));

export function readClosed(listed: readonly { id: number }[]): number[] {
  const stored = idsFrom(readStored(key));
  const stillClosed = stillListed(stored, listed);
  if (stillClosed.length !== stored.length) writeStored(key, stillClosed);
  return stillClosed;
}

export function closeAlert(id: number, listed: readonly { id: number }[]): number[] {
  const closed = [...new Set([...readClosed(listed), id])];
  writeStored(key, closed);
  return closed;
}
