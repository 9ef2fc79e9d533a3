import type { SupportStatus } from '@tuneport/domain/support/support-hours';
import { language, locale, t } from '@tuneport/domain/text/text';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useUi } from '../../platform/ui-state.ts';
import css from './DeferredPanels.module.css';
import { showPanel } from './panel-store.ts';

// Created on demand: each formatter costs a phone more time than the whole widget, and so does the clock of the hours.
const clock = { hour: 'numeric', minute: '2-digit' } as const;
const inWords = (at: Date, how: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language() === 'en' ? undefined : locale(), how).format(at);

/** The support hours in the visitor's local time, although they are set in our time zone. */
function hoursSentence(status: SupportStatus): string {
  if (status.open) return t('We are online until {time} your time.', { time: inWords(status.closesAt, clock) });
  if (status.opensAt === null) return t('Leave a message and we will reply by e-mail.');
  return t('We will be back {time} your time. Leave a message until then.', {
    time: inWords(status.opensAt, { weekday: 'long', ...clock }),
  });
}

export default function ContactPanel({ id, status }: { id: string; status: SupportStatus | null }) {
  const company = useUi()?.settings.company;
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  return (
    <section
      ref={panel}
      id={id}
      tabIndex={-1}
      className={css.contactPanel}
      aria-label={t('Contact')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') showPanel(null);
      }}
    >
      <div className={css.contactHead}>
        <span className={css.dot} data-open={status?.open || undefined} />
        <strong>{status?.open ? t('Support is open') : t('Support is closed')}</strong>
      </div>
      {status ? <p>{hoursSentence(status)}</p> : null}
      <ul>
        <li>
          <Link to="/contact-us" onClick={() => showPanel(null)}>
            {t('Contact us')}
          </Link>
        </li>
        <li>
          <Link to="/tuning-ticket" onClick={() => showPanel(null)}>
            {t('Open a tuning ticket')}
          </Link>
        </li>
        {company?.phone ? (
          <li>
            <a href={`tel:${company.phone.replace(/[^+\d]/g, '')}`}>{company.phone}</a>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
