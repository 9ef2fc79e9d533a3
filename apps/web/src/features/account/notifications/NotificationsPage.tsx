import type { Call } from '@tuneport/contract/index';
import { notificationDays } from '@tuneport/domain/site/notifications';
import { t } from '@tuneport/domain/text/text';
import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { callContext } from '../../../platform/contexts.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Container, Row } from '../../../ui/layout/Layout.tsx';
import { markAllRead, markRead } from './mark-read.ts';
import { NotificationList } from './NotificationList.tsx';
import css from './notifications.module.css';

export const meta = () => [{ title: pageTitle(t('Notifications')) }];

async function load(api: Call, url: string) {
  const { searchParams } = new URL(url);
  const onlyUnread = searchParams.get('show') === 'unread';
  const before = Number(searchParams.get('before'));
  const page = await api('GET /user/notifications', {
    query: {
      ...(onlyUnread ? { unread: 'yes' } : {}),
      ...(Number.isInteger(before) && before > 0 && before < 2 ** 31 ? { before } : {}),
    },
  });
  return { ...page, onlyUnread, isFirst: !(before > 0) };
}

export const loader = ({ context, request }: LoaderFunctionArgs) => load(context.get(callContext), request.url);
export const clientLoader = ({ request }: ClientLoaderFunctionArgs) => load(call, request.url);

export default function NotificationsPage() {
  const { data, next, unread, onlyUnread, isFirst } = useLoaderData<typeof loader>();
  const [busy, run] = useMarking();
  const newest = data[0]?.id;
  const here = onlyUnread ? '/notifications?show=unread' : '/notifications';
  return (
    <Container width="reading" className={css.page}>
      <Row between>
        <h1>{t('Notifications')}</h1>
        {unread > 0 && isFirst && newest !== undefined ? (
          <Button busy={busy} onClick={() => run(() => markAllRead(newest))}>
            {t('Mark all as read')}
          </Button>
        ) : null}
      </Row>
      <p className={css.lead}>
        {t('What we e-mail you also appears here, for {days} days. Login links and codes are only in the e-mail.', {
          days: notificationDays,
        })}
      </p>
      <nav aria-label={t('Notifications')}>
        <Row>
          <ButtonLink
            variant={onlyUnread ? 'ghost' : 'quiet'}
            aria-current={onlyUnread ? undefined : 'page'}
            to="/notifications"
          >
            {t('All notifications')}
          </ButtonLink>
          <ButtonLink
            variant={onlyUnread ? 'quiet' : 'ghost'}
            aria-current={onlyUnread ? 'page' : undefined}
            to="/notifications?show=unread"
          >
            {t('Unread')}
          </ButtonLink>
        </Row>
      </nav>
      {data.length > 0 ? (
        <NotificationList notifications={data} headingLevel={2} onRead={(id) => run(() => markRead(id))} />
      ) : onlyUnread ? (
        <EmptyState title={t('You have read everything.')} />
      ) : (
        <EmptyState title={t('Your notifications appear here.')}>
          {t('News about your orders, requests, tickets and account.')}
        </EmptyState>
      )}
      {next !== null || !isFirst ? (
        <Row between>
          {isFirst ? <span /> : <ButtonLink to={here}>{t('Newest')}</ButtonLink>}
          {next === null ? null : (
            <ButtonLink to={`${here}${onlyUnread ? '&' : '?'}before=${next}`}>{t('Show older')}</ButtonLink>
          )}
        </Row>
      ) : null}
    </Container>
  );
}

/** Marks, and reads the list again. */
function useMarking(): [busy: boolean, run: (mark: () => Promise<void>) => void] {
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  const run = (mark: () => Promise<void>) => {
    setBusy(true);
    mark()
      .then(revalidate)
      .catch((error: unknown) =>
        toast(errorText(error, t('The notification could not be changed. Try again.')), {
          tone: 'bad',
        }),
      )
      .finally(() => setBusy(false));
  };
  return [busy, run];
}
