import { plural, t } from '@tuneport/domain/text/text';
import { useSyncExternalStore } from 'react';
import { uiStore } from '../../platform/ui-state.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { StrokeIcon } from '../../ui/text/Icon.tsx';
import { showPanel } from '../panels/panel-store.ts';
import css from './NavBar.module.css';

/** Known in the browser only: the server's page is shared by an audience. */
const useUnread = () =>
  useSyncExternalStore(
    uiStore.subscribe,
    () => uiStore.get()?.unread_notifications ?? 0,
    () => 0,
  );

/** The bell of a signed-in person. Without script it links to the page. */
export function NotificationButton() {
  const count = useUnread();
  return (
    <ButtonLink
      to="/notifications"
      variant="ghost"
      icon
      className={css.cart}
      discover="none"
      aria-label={
        count === 0
          ? t('Notifications')
          : plural(count, { one: 'Notifications, {count} unread', other: 'Notifications, {count} unread' })
      }
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        showPanel('notifications');
      }}
    >
      <StrokeIcon
        path="M3 11.5h10c-.9-1-1.3-2-1.3-4.5a3.7 3.7 0 0 0-7.4 0c0 2.5-.4 3.5-1.3 4.5M6.6 13.6a1.6 1.6 0 0 0 2.8 0"
        size={20}
      />
      {count > 0 ? (
        <span className={css.count} aria-hidden="true">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </ButtonLink>
  );
}
