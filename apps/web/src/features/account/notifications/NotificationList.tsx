import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/controls/Button.tsx';
import { Link } from '../../../ui/controls/Link.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { dateText } from '../../../ui/text/date-text.ts';
import { Icon } from '../../../ui/text/Icon.tsx';
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx';
import css from './notifications.module.css';

type Notification = CallReply<'GET /user/notifications'>['data'][number];

type Props = {
  notifications: readonly Notification[];
  onRead: (id: number) => void;
  /** A notification was opened. */
  onLeave?: () => void;
  headingLevel: 2 | 3;
};

/** Notifications under the day they arrived. */
export function NotificationList({ notifications, headingLevel, ...rest }: Props) {
  const days = useDays(notifications);
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div className={css.days}>
      {days.map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <Heading className={css.day}>{day}</Heading>
          <ul className={css.list}>
            {ofDay.map((one) => (
              <Item key={one.id} notification={one} {...rest} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** In UTC at first, as the server renders them, then in local time. */
function useDays(notifications: readonly Notification[]): [day: string, ofDay: Notification[]][] {
  const [zone, setZone] = useState<'utc' | 'local'>('utc');
  useEffect(() => setZone('local'), []);
  const days = new Map<string, Notification[]>();
  for (const one of notifications) {
    const day = dateText(new Date(one.created_at), zone, false);
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return [...days];
}

type ItemProps = { notification: Notification } & Pick<Props, 'onRead' | 'onLeave'>;

function Item({ notification: { id, title, text, path, created_at, read_at }, onRead, onLeave }: ItemProps) {
  const isUnread = read_at === null;
  const open = () => {
    if (isUnread) onRead(id);
    onLeave?.();
  };
  return (
    <li className={css.item} data-unread={isUnread || undefined}>
      <div className={css.what}>
        {path === null ? (
          <span className={css.title}>{title}</span>
        ) : (
          <Link to={path} className={css.title} discover="none" onClick={open}>
            {title}
          </Link>
        )}
        {isUnread ? <VisuallyHidden> ({t('unread')})</VisuallyHidden> : null}
        {text === '' ? null : <p className={css.text}>{text}</p>}
        <span className={css.when}>
          <DateText at={created_at} show="relative" />
        </span>
      </div>
      {isUnread ? (
        <Button
          variant="ghost"
          size="small"
          icon
          className={css.mark}
          aria-label={t('Mark as read: {title}', { title })}
          title={t('Mark as read')}
          onClick={() => onRead(id)}
        >
          <Icon name="check" />
        </Button>
      ) : null}
    </li>
  );
}
