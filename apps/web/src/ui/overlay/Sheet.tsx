import { t } from '@tuneport/domain/text/text';
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../text/Icon.tsx';
import css from './Dialog.module.css';

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  foot?: ReactNode;
  /** While a request is running, Escape and the backdrop do not close the sheet. */
  locked?: boolean;
};

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

type Props = SheetProps & {
  className: string;
  side?: 'left' | 'right';
  /** Rendered while it holds typed text, which Escape, the backdrop and the close button then discard only when asked. */
  guard?: ReactNode;
};

/** A field for text. A search box holds nothing worth keeping. */
const isTextField = (target: EventTarget): target is HTMLTextAreaElement | HTMLInputElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement &&
    /^(text|email|url|tel|number|password)$/.test(target.type) &&
    target.getAttribute('role') !== 'combobox');

/** A native modal dialog: traps the focus, closes on Escape and restores the focus. */
export function Sheet({ open, onClose, title, children, foot, locked, className, side, guard }: Props) {
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
  const typedIn = useRef(new Set<HTMLTextAreaElement | HTMLInputElement>());
  const holdsText = () => [...typedIn.current].some(({ isConnected, value }) => isConnected && value !== '');
  useEffect(() => {
    if (open) return;
    typedIn.current.clear();
    setTyped(false);
    setAsking(false);
  }, [open]);

  // A form that took its text, such as a code, has cleared its field.
  useEffect(() => {
    if (typed && !holdsText()) setTyped(false);
  });

  const close = () => {
    if (locked) return;
    if (typed && !asking) setAsking(true);
    else onClose();
  };
  const onInput = (event: FormEvent) => {
    if (!guard || !isTextField(event.target)) return;
    typedIn.current.add(event.target);
    setTyped(holdsText());
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
          {typed && !locked ? guard : null}
        </>
      ) : null}
    </dialog>
  );
}
