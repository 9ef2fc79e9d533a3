import { supportStatus } from '@tuneport/domain/support-hours';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router';
import { useUi } from '../platform/ui-state.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import css from './Later.module.css';
import { showPanel, usePanel } from './panel-store.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const dayAndClock = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: 'numeric', minute: '2-digit' });

/** A sentence in the visitor's own time, although the hours are those of our zone. */
function hoursSentence(hours: Parameters<typeof supportStatus>[0], now: Date): { open: boolean; text: string } {
  const status = supportStatus(hours, now);
  if (status.open)
    return { open: true, text: `Somebody answers now, until ${clock.format(status.closesAt)} your time.` };
  if (status.opensAt === null) return { open: false, text: 'Leave a message and we answer by mail.' };
  return {
    open: false,
    text: `We are back ${dayAndClock.format(status.opensAt)} your time. Leave a message until then.`,
  };
}

export function ContactWidget() {
  const ui = useUi();
  const open = usePanel() === 'contact';
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open) panel.current?.focus();
  }, [open]);
  if (!ui) return null;
  const { company, support_hours: hours } = ui.settings;
  const { open: answered, text } = hoursSentence(hours, new Date());
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
          <p>{text}</p>
          <ul>
            <li>
              <Link to="/contact-us" onClick={() => showPanel(null)}>
                Write to us
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
