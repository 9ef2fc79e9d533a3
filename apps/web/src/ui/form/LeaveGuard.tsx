import { t } from '@tuneport/domain/text/text';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { Button } from '../controls/Button.tsx';
import dialogCss from '../overlay/Dialog.module.css';
import { Sheet } from '../overlay/Sheet.tsx';

// The router supports one blocker at a time. With several unsaved forms on a page, the first one blocks for all.
type Waiting = { readonly id: string; readonly discard: () => void };
let waiting: readonly Waiting[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly Waiting[]) => {
  waiting = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/**
 * Rendered while there are unsaved changes: asks before navigation or closing the tab. `onDiscard` runs when they are
 * given up.
 */
export function LeaveGuard({ onDiscard }: { onDiscard?: () => void }) {
  const id = useId();
  const discard = useRef(onDiscard);
  discard.current = onDiscard;
  const first = useSyncExternalStore(
    subscribe,
    () => waiting[0]?.id,
    () => undefined,
  );
  useEffect(() => {
    change([...waiting, { id, discard: () => discard.current?.() }]);
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stop);
    return () => {
      change(waiting.filter((other) => other.id !== id));
      window.removeEventListener('beforeunload', stop);
    };
  }, [id]);
  return first === id ? <Question /> : null;
}

/** Parameters that decide which form is on the page. The others are filters, which lose nothing. */
const shownBy = ['open', 'tab'];

const leavesForm: BlockerFunction = ({ currentLocation, nextLocation }) => {
  if (currentLocation.pathname !== nextLocation.pathname) return true;
  const [now, next] = [currentLocation, nextLocation].map(({ search }) => new URLSearchParams(search));
  return shownBy.some((name) => now?.get(name) !== next?.get(name));
};

function Question() {
  const blocker = useBlocker(leavesForm);
  return (
    <Sheet
      className={dialogCss.dialog ?? ''}
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('Leave without saving?')}
      foot={
        <>
          <Button
            variant="ghost"
            onClick={() => {
              for (const { discard } of waiting) discard();
              blocker.proceed?.();
            }}
          >
            {t('Discard changes')}
          </Button>
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            {t('Keep editing')}
          </Button>
        </>
      }
    >
      {t('Your changes on this page have not been saved.')}
    </Sheet>
  );
}
