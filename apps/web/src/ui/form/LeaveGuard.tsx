import { useEffect, useId, useSyncExternalStore } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../overlay/Dialog.tsx';

// The router supports one blocker at a time. With several unsaved forms on a page, the first one blocks for all.
let waiting: readonly string[] = [];
const listeners = new Set<() => void>();
const change = (next: readonly string[]) => {
  waiting = next;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Rendered while there are unsaved changes: asks before navigation or closing the tab. */
export function LeaveGuard() {
  const id = useId();
  const first = useSyncExternalStore(
    subscribe,
    () => waiting[0],
    () => undefined,
  );
  useEffect(() => {
    change([...waiting, id]);
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stop);
    return () => {
      change(waiting.filter((other) => other !== id));
      window.removeEventListener('beforeunload', stop);
    };
  }, [id]);
  return first === id ? <Question /> : null;
}

// Filters and tabs of a page are in its query; only leaving the pathname loses changes.
const leavesPage: BlockerFunction = ({ currentLocation, nextLocation }) =>
  currentLocation.pathname !== nextLocation.pathname;

function Question() {
  const blocker = useBlocker(leavesPage);
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      foot={
        <>
          <Button variant="ghost" onClick={() => blocker.proceed?.()}>
            Discard changes
          </Button>
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            Keep editing
          </Button>
        </>
      }
    >
      Your changes on this page have not been saved.
    </Dialog>
  );
}
