import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

type OpenRecord<Row> = { id: 'new' | number; row: Row | null; error: Error | null; ready: boolean };

/** The record selected by `?open=` in the URL: 'new', or an id that is fetched from the server. */
export function useOpenRecord<Row>(read: (id: number) => Promise<Row>) {
  const [params, setParams] = useSearchParams();
  const text = params.get('open') ?? '';
  const id = text === 'new' ? 'new' : /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
  const [found, setFound] = useState<{ id: number; row: Row | null; error: Error | null } | null>(null);

  // A form shows local time, and the server does not know the time zone.
  const [inBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);

  useEffect(() => {
    if (typeof id !== 'number') return;
    let gone = false;
    read(id).then(
      (row) => gone || setFound({ id, row, error: null }),
      (error: unknown) =>
        gone || setFound({ id, row: null, error: error instanceof Error ? error : new Error(String(error)) }),
    );
    return () => {
      gone = true;
    };
  }, [id, read]);

  const linkTo = (open: 'new' | number) => {
    const next = new URLSearchParams(params);
    next.set('open', String(open));
    return `?${next}`;
  };
  const go = (open: number | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (open === null) next.delete('open');
        else next.set('open', String(open));
        return next;
      },
      { preventScrollReset: true },
    );
  const known = found?.id === id ? found : null;
  const row = known?.row ?? null;
  const ready = inBrowser && (id === 'new' || row !== null);
  const open: OpenRecord<Row> | null = id === null ? null : { id, row, error: known?.error ?? null, ready };
  return { open, linkTo, go };
}
