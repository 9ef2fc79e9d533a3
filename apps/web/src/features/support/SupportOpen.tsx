import { supportStatus } from '@tuneport/domain/support/support-hours';
import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { useUi } from '../../platform/ui-state.ts';
import { StateDot } from '../../ui/feedback/StateDot.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from './rescue.module.css';

/** Whether support is open now, else when it opens. */
export function SupportOpen() {
  const hours = useUi()?.settings.support_hours;
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    setNow(new Date());
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  if (!hours) return null;
  // Shows the configured hours until the local time is known.
  if (now === null)
    return <StateDot>{t('Support from {opens} to {closes}', { opens: hours.opens, closes: hours.closes })}</StateDot>;
  const status = supportStatus(hours, now);
  if (status.open) return <StateDot tone="good">{t('We are online')}</StateDot>;
  return (
    <span className={css.hours}>
      <StateDot>{t('We are offline')}</StateDot>
      <span className={css.quiet}>
        {status.opensAt
          ? rich('Back {date}, your time', { date: <DateText at={status.opensAt.toISOString()} /> })
          : t('We reply by e-mail')}
      </span>
    </span>
  );
}
