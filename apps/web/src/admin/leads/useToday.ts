import { useEffect, useState } from 'react';

/** The day of the reader, as "2026-05-01"; the first render, which the server may share, uses UTC. */
export function useToday(): string {
  const [today, setToday] = useState(() => new Date().toISOString().slice(0, 10));
  useEffect(() => {
    const now = new Date();
    setToday(new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10));
  }, []);
  return today;
}
