import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { markAllRead, markRead, setUnread } from '../../features/account/notifications/mark-read.ts';
import { NotificationList } from '../../features/account/notifications/NotificationList.tsx';
import { call } from '../../platform/api/browser.ts';
import { Button, ButtonLink } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { showPanel } from './panel-store.ts';

type Loaded = CallReply<'GET /user/notifications'>;

const close = () => showPanel(null);

/** The newest notifications; the page has all of them. */
export default function NotificationPanel() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState(false);
  const load = () => {
    setFailed(false);
    call('GET /user/notifications', { query: { per_page: 15 } }).then(
      (answer) => {
        setLoaded(answer);
        setUnread(answer.unread);
      },
      () => setFailed(true),
    );
  };
  useEffect(load, []);
  const mark = (isMarked: (id: number) => boolean, run: () => Promise<void>) => {
    const now = new Date().toISOString();
    setLoaded(
      (shown) =>
        shown && { ...shown, data: shown.data.map((one) => (isMarked(one.id) ? { ...one, read_at: now } : one)) },
    );
    run().catch(() => setFailed(true));
  };
  const data = loaded?.data ?? [];
  const newest = data[0]?.id ?? 0;
  return (
    <Drawer
      open
      onClose={close}
      title={t('Notifications')}
      foot={
        <>
          {data.some(({ read_at }) => read_at === null) ? (
            <Button
              onClick={() =>
                mark(
                  () => true,
                  () => markAllRead(newest),
                )
              }
            >
              {t('Mark all as read')}
            </Button>
          ) : null}
          <ButtonLink to="/notifications" onClick={close}>
            {t('All notifications')}
          </ButtonLink>
        </>
      }
    >
      {failed ? (
        <p role="alert">
          {t('Your notifications could not be loaded.')}{' '}
          <Button variant="link" onClick={load}>
            {t('Try again')}
          </Button>
        </p>
      ) : loaded === null ? (
        <Skeleton />
      ) : data.length === 0 ? (
        <EmptyState title={t('Your notifications appear here.')}>
          {t('News about your orders, requests, tickets and account.')}
        </EmptyState>
      ) : (
        <NotificationList
          notifications={data}
          headingLevel={3}
          onLeave={close}
          onRead={(id) =>
            mark(
              (one) => one === id,
              () => markRead(id),
            )
          }
        />
      )}
    </Drawer>
  );
}
