import { type FormEvent, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';

type Failure = { message: string | null; errors: ApiError['errors']; code: string | null };

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** One submission at a time; what the server refused stays beside the form until the next try. */
export function useSubmit(send: (field: (name: string) => string) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function run(field: (name: string) => string): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await send(field);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const hasFields = Object.keys(error.errors).length > 0;
      setFailure({ message: hasFields ? null : error.message, errors: error.errors, code: error.code });
    } finally {
      setBusy(false);
    }
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    void run((name) => textOf(form, name));
  }

  return { busy, failure, onSubmit, run: () => run(() => '') };
}
