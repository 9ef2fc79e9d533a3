import { t } from '@tuneport/domain/text/text';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { cx } from '../class-names.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../text/Icon.tsx';
import css from './ToastRegion.module.css';
import { dismissToast, type Toast, toastStore } from './toast-store.ts';

const visibleMs = 6000;
const icons = { info: 'info', good: 'check', careful: 'alert', bad: 'alert' } as const;

/** Mounted once, in the root. */
export function ToastRegion() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.getOnServer);
  return (
    <ul className={css.region} aria-live="polite" aria-label={t('Messages')}>
      {toasts.map((t) => (
        <Line key={t.id} toast={t} />
      ))}
    </ul>
  );
}

function Line({ toast: { id, tone, text, action } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || tone === 'bad') return;
    const timer = setTimeout(() => dismissToast(id), visibleMs);
    return () => clearTimeout(timer);
  }, [held, id, tone]);
  return (
    <li
      className={cx(css.toast, css[tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[tone]} />
      <span>{text}</span>
      {action ? (
        <Button
          variant="link"
          size="small"
          onClick={() => {
            action.onSelect();
            dismissToast(id);
          }}
        >
          {action.label}
        </Button>
      ) : (
        <span />
      )}
      <Button variant="ghost" size="small" icon aria-label={t('Close this message')} onClick={() => dismissToast(id)}>
        <Icon name="close" />
      </Button>
    </li>
  );
}
