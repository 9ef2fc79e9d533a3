import { t } from '@tuneport/domain/text/text';
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../text/Icon.tsx';
import css from './Dialog.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  foot?: ReactNode;
  /** 600 px unless `wide`. */
  size?: 'default' | 'wide';
  /** While a request is running, Escape and the backdrop do not close the dialog. */
  locked?: boolean;
};

/** A native modal dialog: traps the focus, closes on Escape and restores the focus. */
export function Dialog({ size = 'default', ...props }: Props) {
  return <Sheet {...props} asks className={cx(css.dialog, size === 'wide' && css.wide)} />;
}

export function Drawer({ side = 'right', ...props }: Omit<Props, 'size'> & { side?: 'left' | 'right' }) {
  return <Sheet {...props} className={cx(css.drawer)} side={side} />;
}

let locks = 0;

/** Prevents scrolling of the page behind the backdrop, without a shift by the width of the scrollbar. */
function lockScroll(): () => void {
  const { style } = document.documentElement;
  if (locks++ === 0) {
    const bar = window.innerWidth - document.documentElement.clientWidth;
    style.overflow = 'hidden';
    if (bar > 0) style.paddingRight = `${bar}px`;
  }
  return () => {
    if (--locks > 0) return;
    style.overflow = '';
    style.paddingRight = '';
  };
}

type SheetProps = Omit<Props, 'size'> & {
  className: string;
  side?: 'left' | 'right';
  /** Escape, the backdrop and the close button ask before they discard typed text. */
  asks?: boolean;
};

/** Text that someone typed. A search box holds nothing worth keeping. */
const isTyped = (target: EventTarget) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    /^(text|email|url|tel|number|password)$/.test(target.type) &&
    target.getAttribute('role') !== 'combobox');

function Sheet({ open, onClose, title, children, foot, locked, className, side, asks }: SheetProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    const unlock = lockScroll();
    return () => {
      unlock();
      if (dialog.open) dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [open]);

  const [typed, setTyped] = useState(false);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (open) return;
    setTyped(false);
    setAsking(false);
  }, [open]);
  useEffect(() => {
    if (!open || !typed) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stop);
    return () => window.removeEventListener('beforeunload', stop);
  }, [open, typed]);

  const close = () => {
    if (locked) return;
    if (typed && !asking) setAsking(true);
    else onClose();
  };
  const onInput = (event: FormEvent) => {
    if (!asks || !isTyped(event.target)) return;
    setTyped((event.target as HTMLInputElement).value !== '');
    setAsking(false);
  };
  const onVeil = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === ref.current) close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key for the veil, and the browser gives it to us as cancel.
    <dialog
      ref={ref}
      className={className}
      data-side={side}
      aria-labelledby={titleId}
      onClick={onVeil}
      onInput={onInput}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      {open ? (
        <>
          <div className={css.head}>
            <h2 id={titleId}>{title}</h2>
            <button type="button" className={css.close} aria-label={t('Close')} onClick={close}>
              <Icon name="close" />
            </button>
          </div>
          <div className={css.body}>{children}</div>
          {asking ? (
            <div className={css.foot} role="alert">
              <span className={css.question}>{t('Discard what you typed?')}</span>
              <Button variant="ghost" onClick={onClose}>
                {t('Discard')}
              </Button>
              <Button variant="primary" onClick={() => setAsking(false)}>
                {t('Keep editing')}
              </Button>
            </div>
          ) : foot ? (
            <div className={css.foot}>{foot}</div>
          ) : null}
        </>
      ) : null}
    </dialog>
  );
}
