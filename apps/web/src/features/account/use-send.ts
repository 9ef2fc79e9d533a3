import { type FormEvent, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { ChunkError } from '../../platform/chunk.ts';

export type Failure = { message: string | null; errors: ApiError['errors'] };

const noFailure: Failure = { message: null, errors: {} };

/** What to show of a refusal: its fields, or one sentence. What belongs to the form as a whole becomes the sentence. */
function failureOf(error: ApiError): Failure {
  const { '': whole, ...errors } = error.errors;
  const message = whole?.join(' ') ?? (Object.keys(errors).length > 0 ? null : error.message);
  return { message, errors };
}

/** One request at a time; what was refused stays beside the form until the next try. */
export function useSend(send: (form: FormData) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState(noFailure);

  async function run(form: FormData): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(noFailure);
    try {
      await send(form);
    } catch (error) {
      if (error instanceof ApiError) setFailure(failureOf(error));
      else if (error instanceof ChunkError) setFailure({ message: error.message, errors: {} });
      else throw error;
    } finally {
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

export const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};
