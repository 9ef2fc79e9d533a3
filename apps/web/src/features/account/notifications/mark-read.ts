import { call } from '../../../platform/api/browser.ts';
import { uiStore } from '../../../platform/ui-state.ts';

/** The count of the bell. */
export function setUnread(unread: number): void {
  const ui = uiStore.get();
  if (ui?.user) uiStore.set({ ...ui, unread_notifications: unread });
}

export async function markRead(id: number): Promise<void> {
  setUnread((await call('PUT /user/notifications/:id/read', { params: { id } })).unread);
}

export async function markAllRead(until: number): Promise<void> {
  setUnread((await call('PUT /user/notifications/read', { body: { until } })).unread);
}
