import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, type ButtonVariant } from '../controls/Button.tsx';
import css from './Menu.module.css';
import { placePopover } from './place-popover.ts';

type Props = {
  /** Label of the button and of the panel. */
  label: string;
  /** What the button shows; its label without it. */
  face?: ReactNode;
  variant?: ButtonVariant;
  children: (close: () => void) => ReactNode;
};

/** A button with a panel of controls in the browser's top layer. */
export function Popover({ label, face, variant = 'ghost', children }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = panel.current;
    if (!open || !box || !button.current) return;
    box.showPopover();
    placePopover(box, button.current);
    box.querySelector<HTMLElement>('input, select, button, textarea')?.focus();
    const away = (event: Event) => {
      if (event.target instanceof Node && !box.contains(event.target) && !button.current?.contains(event.target))
        setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        variant={variant}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={face ? label : undefined}
        onClick={() => setOpen(!open)}
      >
        {face ?? label}
      </Button>
      {open ? (
        <div
          ref={panel}
          popover="manual"
          role="dialog"
          aria-label={label}
          className={css.panel}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            close();
          }}
        >
          {children(close)}
        </div>
      ) : null}
    </>
  );
}
