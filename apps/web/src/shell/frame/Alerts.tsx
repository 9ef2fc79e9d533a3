import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import type { UiState } from '../../platform/ui-state.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { Icon } from '../../ui/text/Icon.tsx';
import css from '../shell.module.css';
import { closeAlert, openAlerts, readClosed } from './closed-alerts.ts';

/** Alerts of the operator. Rendered once the browser knows which ones were closed. */
export function Alerts({ alerts }: { alerts: UiState['alerts'] }) {
  const [closed, setClosed] = useState<number[] | null>(null);
  useEffect(() => {
    if (alerts.length > 0) setClosed(readClosed(alerts));
  }, [alerts]);
  const open = closed === null ? [] : openAlerts(alerts, closed);
  if (open.length === 0) return null;
  return (
    <Container className={css.alerts}>
      {open.map((alert) => (
        <Notice
          key={alert.id}
          tone={alert.level}
          live
          action={
            <Button
              variant="ghost"
              size="small"
              icon
              aria-label={t('Close this message')}
              onClick={() => setClosed(closeAlert(alert.id, alerts))}
            >
              <Icon name="close" />
            </Button>
          }
        >
          {alert.text}
        </Notice>
      ))}
    </Container>
  );
}
