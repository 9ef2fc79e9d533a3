import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { Button, type ButtonVariant } from '../controls/Button.tsx';
import { Icon, type IconName } from '../text/Icon.tsx';
import css from './Menu.module.css';
import { placePopover } from './place-popover.ts';

export type MenuEntry =
  | {
      label: string;
      icon?: IconName;
      to?: string;
      onSelect?: () => void;
      danger?: boolean;
      disabled?: boolean;
    }
  | 'rule';

type Props = {
  entries: readonly MenuEntry[];
  /** Label of the button; visible unless `icon` is set. */
  label: string;
  icon?: IconName;
  children?: ReactNode;
  variant?: ButtonVariant;
  size?: 'regular' | 'small';
};

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** A button with a menu in the browser's top layer, so that no table clips it. */
export function Menu({ entries, label, icon, children, variant = 'quiet', size }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useBrowserLayoutEffect(() => {
    const box = list.current;
    if (!open || !box || !button.current) return;
    box.showPopover();
    placePopover(box, button.current);
    items(box)[0]?.focus();
    const away = (event: Event) => {
      if (event.target instanceof Node && (box.contains(event.target) || button.current?.contains(event.target)))
        return;
      setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    window.addEventListener('scroll', away, true);
    window.addEventListener('resize', away);
    return () => {
      document.removeEventListener('pointerdown', away);
      window.removeEventListener('scroll', away, true);
      window.removeEventListener('resize', away);
    };
  }, [open]);

  const close = (focus: boolean) => {
    setOpen(false);
    if (focus) button.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const all = list.current ? items(list.current) : [];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (to: number) => {
      event.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    };
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Home') go(0);
    else if (event.key === 'End') go(-1);
    else if (event.key === 'Tab') close(false);
    else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close(true);
    } else if (event.key.length === 1 && event.key !== ' ') {
      const from = [...all.slice(at + 1), ...all];
      from.find((el) => el.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()))?.focus();
    }
  };

  return (
    <>
      <Button
        ref={button}
        variant={variant}
        size={size}
        icon={icon !== undefined}
        aria-label={icon ? label : undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            setOpen(true);
          }
        }}
      >
        {icon ? (
          <Icon name={icon} />
        ) : (
          <>
            {children ?? label}
            <Icon name="chevronDown" />
          </>
        )}
      </Button>
      {open ? (
        <div ref={list} id={id} popover="manual" role="menu" aria-label={label} className={css.list} onKeyDown={onKey}>
          {entries.map((entry, i) =>
            entry === 'rule' ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name than its place.
              <hr key={`rule-${i}`} className={css.rule} />
            ) : entry.to !== undefined ? (
              <Link
                key={entry.label}
                role="menuitem"
                tabIndex={-1}
                className={css.item}
                to={entry.to}
                onClick={() => close(false)}
              >
                {entry.icon ? <Icon name={entry.icon} /> : null}
                {entry.label}
              </Link>
            ) : (
              <button
                key={entry.label}
                type="button"
                role="menuitem"
                tabIndex={-1}
                className={css.item}
                data-danger={entry.danger || undefined}
                disabled={entry.disabled}
                onClick={() => {
                  close(true);
                  entry.onSelect?.();
                }}
              >
                {entry.icon ? <Icon name={entry.icon} /> : null}
                {entry.label}
              </button>
            ),
          )}
        </div>
      ) : null}
    </>
  );
}

const items = (box: HTMLElement) => [...box.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)')];
