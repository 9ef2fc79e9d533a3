import { t } from '@tuneport/domain/text/text';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { loadChunk } from '../../platform/chunk.ts';
import { useUi } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { onFirstInteraction } from '../../ui/controls/first-interaction.ts';
import { Icon } from '../../ui/text/Icon.tsx';
import css from './DeferredPanels.module.css';
import { showPanel, usePanel } from './panel-store.ts';

const ContactPanel = lazy(() => loadChunk(() => import('./ContactPanel.tsx')));

type StatusAt = typeof import('@tuneport/domain/support/support-hours').supportStatus;

export function ContactWidget() {
  const ui = useUi();
  const open = usePanel() === 'contact';
  const [statusAt, setStatusAt] = useState<StatusAt | null>(null);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Without the hours the visitor can still write to us.
    onFirstInteraction()
      .then(() => loadChunk(() => import('./contact-button.ts')))
      .then((file) => {
        setStatusAt(() => file.supportStatus);
        file.hideOverControls(ref.current);
      }, console.error);
  }, []);
  const id = useId();
  if (!ui) return null;
  const status = statusAt?.(ui.settings.support_hours, new Date()) ?? null;
  const answered = status?.open ?? false;
  return (
    <div ref={ref} className={css.contact}>
      {open ? (
        <Suspense>
          <ContactPanel id={id} status={status} />
        </Suspense>
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
        <span className={css.contactWord}>{open ? t('Close') : t('Contact')}</span>
      </Button>
    </div>
  );
}
