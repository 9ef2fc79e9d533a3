import { t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import css from '../panels/DeferredPanels.module.css';
import { refreshTo, watchServiceWorker } from '../service-worker.ts';

export function UpdateBanner() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    void watchServiceWorker(setWaiting);
  }, []);
  if (!waiting) return null;
  return (
    <div className={css.update} role="status">
      <span>{t('New Content is Available:')}</span>
      <Button size="small" variant="primary" onClick={() => refreshTo(waiting)}>
        {t('Refresh')}
      </Button>
    </div>
  );
}
