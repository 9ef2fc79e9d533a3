import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Kbd } from '../controls/Kbd.tsx';
import { Icon } from '../text/Icon.tsx';
import { VisuallyHidden } from '../text/VisuallyHidden.tsx';
import css from './CommandPalette.module.css';
import { type Command, groupCommands } from './command-match.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  typed: string;
  onType: (text: string) => void;
  /** What the typed text found, best first; neighbours of one group share a heading. */
  commands: readonly Command[];
  /** More is being searched: Enter waits for it. */
  busy?: boolean;
  label?: string;
};

/** Type, choose with the arrow keys, press Enter. */
export function CommandPalette({ open, onClose, typed, onType, commands, busy = false, label = 'Go to' }: Props) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const [at, setAt] = useState(0);
  const [entered, setEntered] = useState(false);
  const chosen = Math.min(at, commands.length - 1);

  useEffect(() => {
    if (!open) return;
    setAt(0);
    setEntered(false);
    const box = dialog.current;
    box?.showModal();
    return () => box?.close();
  }, [open]);

  const run = (command: Command | undefined) => {
    setEntered(false);
    if (!command) return;
    onClose();
    if (command.to !== undefined) void navigate(command.to);
    else command.run?.();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the awaited results arrive
  useEffect(() => {
    if (entered && !busy) run(commands[0]);
  }, [entered, busy]);

  const onKey = (event: KeyboardEvent) => {
    const go = (to: number) => {
      event.preventDefault();
      const next = (to + commands.length) % Math.max(1, commands.length);
      setAt(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    };
    if (event.key === 'ArrowDown') go(chosen + 1);
    else if (event.key === 'ArrowUp') go(chosen - 1);
    else if (event.key === 'Home' && typed === '') go(0);
    else if (event.key === 'End' && typed === '') go(-1);
    else if (event.key === 'Enter') {
      event.preventDefault();
      if (busy && at === 0) setEntered(true);
      else run(commands[chosen]);
    }
  };
  let index = -1;

  return (
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label={label}
      onCancel={onClose}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === dialog.current) onClose();
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
              aria-activedescendant={commands.length > 0 ? `${id}-${chosen}` : undefined}
              aria-label="Search records and pages, or run an action"
              placeholder="Search records and pages, or run an action"
              autoComplete="off"
              spellCheck={false}
              maxLength={120}
              autoFocus
              value={typed}
              onChange={(e) => {
                onType(e.currentTarget.value);
                setAt(0);
                setEntered(false);
              }}
              onKeyDown={onKey}
            />
            <Kbd>Esc</Kbd>
          </div>
          <div className={css.line} data-busy={busy || undefined} />
          <VisuallyHidden>
            <span role="status">
              {busy ? 'Searching' : commands.length === 1 ? '1 result' : `${commands.length} results`}
            </span>
          </VisuallyHidden>
          <div id={`${id}-list`} role="listbox" aria-label="Results" className={css.list} tabIndex={-1}>
            {groupCommands(commands).map(({ title, commands: of }) => (
              // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role
              <div key={`${title} ${of[0]?.id}`} role="group" aria-label={title || undefined}>
                {title ? (
                  <div className={css.title} aria-hidden="true">
                    {title}
                  </div>
                ) : null}
                {of.map((command) => {
                  index += 1;
                  const place = index;
                  return (
                    // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and the keys.
                    <div
                      key={command.id}
                      id={`${id}-${place}`}
                      role="option"
                      tabIndex={-1}
                      aria-selected={place === chosen}
                      className={css.item}
                      onPointerMove={() => setAt(place)}
                      onClick={() => run(command)}
                    >
                      {command.icon}
                      <span className={css.label}>{command.label}</span>
                      {command.detail ? <span className={css.detail}>{command.detail}</span> : null}
                      {command.keys ? <Kbd>{command.keys}</Kbd> : null}
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
          {commands.length === 0 && !busy ? (
            <div className={css.none}>No results. Try a number, a name, an e-mail address or a part of it.</div>
          ) : null}
          <div className={css.foot} aria-hidden="true">
            <span>
              <Kbd>↑</Kbd> <Kbd>↓</Kbd> to choose
            </span>
            <span>
              <Kbd>Enter</Kbd> to open
            </span>
          </div>
        </>
      ) : null}
    </dialog>
  );
}
