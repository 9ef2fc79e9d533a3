import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import type { Choices } from './catalog-field.ts';

/** What the filters and selects of a list offer; null until it is known. */
export function useChoices(): Choices | null {
  const [choices, setChoices] = useState<Choices | null>(null);
  useEffect(() => {
    let gone = false;
    call('GET /v1/admin/ecu/choices').then(
      (found) => gone || setChoices(found),
      // The list works without its filters, and says itself when the server is away.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  return choices;
}
