import { type FormEvent, useRef, useState } from 'react';
import { ChunkError } from '../chunk.ts';
import { ApiError } from './api-error.ts';

/** What to display for a refusal: field errors or one message. */
export type Failure = { message: string | null; errors: ApiError['errors'] };

const noFailure: Failure = { message: null, errors: {} };

/** An error of the form as a whole becomes the message. */
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
 * One request at a time; errors stay at the form until the next attempt. `field` reads the submitted form, `sent` is
 * the refusal of a form sent without script.
 */
export function useSubmit(send: (field: (name: string) => string) => Promise<void>, sent?: Failure) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>(sent ?? noFailure);
  // A ref, because state is one render late and a double click may happen within one render.
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
