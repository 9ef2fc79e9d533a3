import { t } from '@tuneport/domain/text/text';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../text/Icon.tsx';
import css from './CopyField.module.css';

/** A value to copy, such as a link or code. Copying is confirmed in the button and to screen readers. */
export function CopyField({ value, label }: { value: string; label: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Without clipboard permission the text is selected for manual copying.
      input.current?.select();
    }
  };
  return (
    <div className={css.copy}>
      <input ref={input} readOnly value={value} aria-label={label} onFocus={(e) => e.currentTarget.select()} />
      <button type="button" onClick={copy}>
        <Icon name={copied ? 'check' : 'copy'} />
        <span aria-live="polite">{copied ? t('Copied') : t('Copy')}</span>
      </button>
    </div>
  );
}
