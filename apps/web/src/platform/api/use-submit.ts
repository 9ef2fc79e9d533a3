import { type FormEvent, useRef, useState } from 'react';
import { ChunkError } from '../chunk.ts';
import { ApiError } from './api-error.ts';

/** What to show of a refusal: its fields, or one sentence. */
export type Failure = { message: string | null; errors: ApiError['errors'] };

const noFailure: Failure = { message: null, errors: {} };

/** What belongs to the form as a whole becomes the sentence. */
function failureOf(error: ApiError): Failure {
  const { '': whole, ...errors } = error.errors;
  const message = whole?.join(' ') ?? (Object.keys(errors).length > 0 ? null : error.message);
  return { message, errors };
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/**
 * One request at a time; what was refused stays beside the form until the next try. `field` reads the form that is sent, `sent` is what
 * the server refused when the form was sent without script.
 */
export function useSubmit(send: (field: (name: string) => string) => Promise<void>, sent?: Failure) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>(sent ?? noFailure);
  // The state is a render late, and two quick clicks come in one.
  const running = useRef(false);

  async function run(form: FormData): Promise<void> {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFailure(noFailure);
    try {
      await send((name) => textIn(form, name));
    } catch (error) {
      if (error instanceof ApiError) setFailure(failureOf(error));
      else if (error instanceof ChunkError) setFailure({ message: error.message, errors: {} });
      else throw error;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    busy,
    failure,
    run: () => run(new FormData()),
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void run(new FormData(event.currentTarget));
    },
  };
}
