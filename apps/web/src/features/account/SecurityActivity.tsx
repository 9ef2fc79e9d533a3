import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { cx } from '../../ui/class-names.ts';
import { TextLink } from '../../ui/controls/Button.tsx';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import { AccountBlock } from './AccountPage.tsx';
import css from './account.module.css';
import { deviceName } from './device-name.ts';
import { securityEventLabel } from './security-event-labels.ts';

type Event = CallReply<'GET /auth/security-events'>[number];

const shownAtFirst = 10;

export function SecurityActivity({ events }: { events: readonly Event[] }) {
  const more = events.slice(shownAtFirst);
  return (
    <AccountBlock
      title={t('Recent security activity')}
      lead={rich(
        "If something here wasn't you, <link>change your password</link>: it logs you out on all other devices.",
        { link: (text) => <TextLink to="/profile">{text}</TextLink> },
      )}
    >
      {events.length === 0 ? (
        <p className={css.quiet}>{t('Logins and changes to your account will appear here.')}</p>
      ) : null}
      <Events events={events.slice(0, shownAtFirst)} />
      {more.length > 0 ? (
        <details>
          <summary>{t('Show {more} more', { more: more.length })}</summary>
          <Events events={more} />
        </details>
      ) : null}
    </AccountBlock>
  );
}

function Events({ events }: { events: readonly Event[] }) {
  return (
    <ul className={css.list}>
      {events.map((event) => (
        <li key={event.id} className={css.item}>
          <div className={css.what}>
            <div className={cx(css.name, css.marked)}>
              {event.act === 'identity.fail-login' ? (
                <StateDot tone="careful">{securityEventLabel(event.act)}</StateDot>
              ) : (
                <span>{securityEventLabel(event.act)}</span>
              )}
              {event.by === 'staff' ? <StateDot tone="neutral">{t('By our staff')}</StateDot> : null}
            </div>
            <div className={css.quiet}>
              {event.device === null ? '' : `${deviceName(event.device)} · `}
              {event.address === null ? '' : `${event.address} · `}
              <DateText at={event.at} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
