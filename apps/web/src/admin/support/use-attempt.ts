import { useState } from 'react';
import { errorText } from '../../ui/feedback/error-text.ts';

/** Runs one request at a time and exposes its error. */
export function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      setProblem(errorText(error, 'Something went wrong. Nothing was changed.'));
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, attempt };
}
