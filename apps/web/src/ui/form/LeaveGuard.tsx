import { useEffect, useId, useSyncExternalStore } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { Button } from '../controls/Button.tsx';
import { Dialog } from '../overlay/Dialog.tsx';

// The router knows one blocker at a time. Of several unsaved forms on a page, the first one stands guard for all.
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

/** Rendered while there is unsaved work: asks before it is left behind, by a link or by closing the tab. */
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

// Filters and tabs of the same page live in its address; only leaving the page is leaving the work.
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
            Leave and drop the changes
          </Button>
          <Button variant="primary" onClick={() => blocker.reset?.()}>
            Stay here
          </Button>
        </>
      }
    >
      What you changed on this page is not saved yet.
    </Dialog>
  );
}
