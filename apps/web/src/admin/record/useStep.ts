import { type FormEvent, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';

/**
 * Small form for one state transition of a record. Field errors are shown at their fields, any other error as one
 * sentence.
 */
export function useStep<Input>(take: (input: Input) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ message?: string; errors: ApiError['errors'] }>({ errors: {} });
  const send = (input: (field: (name: string) => string) => Input) => async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem({ errors: {} });
    try {
      await take(input((name) => String(form.get(name) ?? '').trim()));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const named = Object.keys(error.errors).length > 0;
      setProblem({ errors: error.errors, ...(named ? {} : { message: error.message }) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, send };
}
