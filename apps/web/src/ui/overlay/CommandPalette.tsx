import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Kbd } from '../controls/Kbd.tsx';
import { Icon } from '../text/Icon.tsx';
import css from './CommandPalette.module.css';
import { type Command, matchCommands } from './command-match.ts';

const shownMax = 50;

/** Ctrl+K (or ⌘K) from anywhere: type, arrows, Enter. */
export function CommandPalette({ commands }: { commands: readonly Command[] }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = matchCommands(commands, typed).slice(0, shownMax);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen((now) => !now);
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  useEffect(() => {
    if (!open) return;
    setTyped('');
    setAt(0);
    const box = dialog.current;
    box?.showModal();
    return () => box?.close();
  }, [open]);

  const run = (command: Command | undefined) => {
    if (!command) return;
    setOpen(false);
    if (command.to !== undefined) void navigate(command.to);
    else command.run?.();
  };
  const onKey = (event: KeyboardEvent) => {
    const go = (to: number) => {
      event.preventDefault();
      const next = (to + found.length) % Math.max(1, found.length);
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    };
    if (event.key === 'ArrowDown') go(at + 1);
    else if (event.key === 'ArrowUp') go(at - 1);
    else if (event.key === 'Enter') {
      event.preventDefault();
      run(found[at]);
    }
  };

  return (
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label="Go to"
      onCancel={() => setOpen(false)}
      onClose={() => setOpen(false)}
      onPointerDown={(event) => {
        if (event.target === dialog.current) setOpen(false);
      }}
    >
      {open ? (
        <>
          <div className={css.box}>
            <Icon name="search" />
            <input
              role="combobox"
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
              aria-label="Go to a page or run an action"
              placeholder="Go to a page or run an action"
              autoComplete="off"
              spellCheck={false}
              autoFocus
              value={typed}
              onChange={(e) => {
                setTyped(e.currentTarget.value);
                setAt(0);
              }}
              onKeyDown={onKey}
            />
            <Kbd>Esc</Kbd>
          </div>
          {found.length === 0 ? (
            <div className={css.none} role="status">
              No results.
            </div>
          ) : (
            <div id={`${id}-list`} role="listbox" aria-label="Results" className={css.list} tabIndex={-1}>
              {found.map((command, i) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and the keys.
                <div
                  key={command.id}
                  id={`${id}-${i}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={i === at}
                  className={css.item}
                  onPointerMove={() => setAt(i)}
                  onClick={() => run(command)}
                >
                  {command.label}
                  {command.group ? <span className={css.group}>{command.group}</span> : null}
                  {command.keys ? <Kbd>{command.keys}</Kbd> : null}
                </div>
              ))}
            </div>
          )}
        </>
      ) : null}
    </dialog>
  );
}
