import { type RefObject, useEffect, useRef } from 'react';

type Keys = {
  root: RefObject<HTMLElement | null>;
  search: RefObject<HTMLInputElement | null>;
  onSelect?: (rowKey: string) => void;
  onHelp?: () => void;
  /** Opens the record before (-1) or after (1) the open one. */
  onStep?: (by: -1 | 1) => void;
};

/**
 * j and k (or the arrow keys, inside the table) move between rows, Enter follows the focused link, x selects, /
 * searches, [ and ] open the neighbouring record, ? shows the shortcuts.
 */
export function useListKeys({ root, search, onSelect, onHelp, onStep }: Keys): void {
  // The handlers change with every render; the listener stays.
  const more = useRef({ onHelp, onStep });
  more.current = { onHelp, onStep };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable], dialog, [popover]')) return;
      const box = root.current;
      if (!box) return;
      const rows = [...box.querySelectorAll<HTMLElement>('tr[data-row]')];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const inside = box.contains(document.activeElement);
      const go = (to: number) => {
        const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
        const next =
          row?.querySelector<HTMLElement>('[data-row-focus]') ?? row?.querySelector<HTMLElement>('a, button, input');
        if (!next) return;
        event.preventDefault();
        next.focus();
        row?.scrollIntoView({ block: 'nearest' });
      };
      if (event.key === '?') more.current.onHelp?.();
      else if (event.key === '[') more.current.onStep?.(-1);
      else if (event.key === ']') more.current.onStep?.(1);
      else if (event.key === 'j' || (event.key === 'ArrowDown' && inside)) go(at + 1);
      else if (event.key === 'k' || (event.key === 'ArrowUp' && inside)) go(at < 0 ? 0 : at - 1);
      else if (event.key === 'x' && at >= 0) onSelect?.(rows[at]?.dataset.row ?? '');
      else if (event.key === '/') {
        event.preventDefault();
        search.current?.focus();
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [root, search, onSelect]);
}
