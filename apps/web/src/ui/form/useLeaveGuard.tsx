import { useCallback, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';

/** Asks before unsaved work is left behind, by a link or by closing the tab. Render what it returns. */
export function useLeaveGuard(dirty: boolean) {
  const shouldBlock = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
    [dirty],
  );
  const blocker = useBlocker(shouldBlock);
  useEffect(() => {
    if (!dirty) return;
    const stop = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', stop);
    return () => window.removeEventListener('beforeunload', stop);
  }, [dirty]);
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
