import { useEffect, useState } from 'react';
import { localDay } from '../../ui/form/local-time.ts';

/** The day of the reader, as "2026-05-01"; the first render, which the server may share, uses UTC. */
export function useToday(): string {
  const [today, setToday] = useState(() => new Date().toISOString().slice(0, 10));
  useEffect(() => {
    setToday(localDay(new Date()));
  }, []);
  return today;
}
