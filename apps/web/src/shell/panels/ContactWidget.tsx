import type { SupportStatus } from '@tuneport/domain/support/support-hours';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { loadChunk } from '../../platform/chunk.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { onFirstInteraction } from '../../ui/controls/first-interaction.ts';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './DeferredPanels.module.css';
import { showPanel, usePanel } from './panel-store.ts';

// Created on demand: each formatter costs a phone more time than the whole widget, and so does the clock of the hours.
const clock = { hour: 'numeric', minute: '2-digit' } as const;
const inWords = (at: Date, how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, how).format(at);

/** The support hours in the visitor's local time, although they are set in our time zone. */
function hoursSentence(status: SupportStatus): string {
  if (status.open) return `We are online until ${inWords(status.closesAt, clock)} your time.`;
  if (status.opensAt === null) return 'Leave a message and we will reply by e-mail.';
  return `We will be back ${inWords(status.opensAt, { weekday: 'long', ...clock })} your time. Leave a message until then.`;
}

type StatusAt = typeof import('@tuneport/domain/support/support-hours').supportStatus;

export function ContactWidget() {
  const ui = useUi();
  const open = usePanel() === 'contact';
  const [statusAt, setStatusAt] = useState<StatusAt | null>(null);
  useEffect(() => {
    // Without the hours the visitor can still write to us.
    onFirstInteraction()
      .then(() => loadChunk(() => import('@tuneport/domain/support/support-hours')))
      .then((file) => setStatusAt(() => file.supportStatus), console.error);
  }, []);
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open) panel.current?.focus();
  }, [open]);
  if (!ui) return null;
  const { company, support_hours: hours } = ui.settings;
  const status = statusAt?.(hours, new Date()) ?? null;
  const answered = status?.open ?? false;
  return (
    <div className={css.contact}>
      {open ? (
        <section
          ref={panel}
          id={id}
          tabIndex={-1}
          className={css.contactPanel}
          aria-label="Contact"
          onKeyDown={(event) => {
            if (event.key === 'Escape') showPanel(null);
          }}
        >
          <div className={css.contactHead}>
            <span className={css.dot} data-open={answered || undefined} />
            <strong>{answered ? 'Support is open' : 'Support is closed'}</strong>
          </div>
          {status ? <p>{hoursSentence(status)}</p> : null}
          <ul>
            <li>
              <Link to="/contact-us" onClick={() => showPanel(null)}>
                Contact us
              </Link>
            </li>
            <li>
              <Link to="/tuning-ticket" onClick={() => showPanel(null)}>
                Open a tuning ticket
              </Link>
            </li>
            {company.phone ? (
              <li>
                <a href={`tel:${company.phone.replace(/[^+\d]/g, '')}`}>{company.phone}</a>
              </li>
            ) : null}
          </ul>
        </section>
      ) : null}
      <Button
        className={css.contactButton}
        size="small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => showPanel(open ? null : 'contact')}
      >
        {open ? (
          <Icon name="close" />
        ) : (
          <>
            <Icon name="chat" className={css.contactSign} />
            <span className={css.dot} data-open={answered || undefined} />
          </>
        )}
        <span className={css.contactWord}>{open ? 'Close' : 'Contact'}</span>
      </Button>
    </div>
  );
}
