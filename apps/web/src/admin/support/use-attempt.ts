import { useState } from 'react';

/** One request at a time, with what was refused beside it. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This did not work. Nothing was changed.');
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt };
}
