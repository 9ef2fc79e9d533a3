import { useEffect, useState } from 'react';
import { call } from '../../platform/api/browser.ts';
import type { Choices } from './catalog-field.ts';

/** The options for filters and selects of a list; null until loaded. */
export function useChoices(): Choices | null {
  const [choices, setChoices] = useState<Choices | null>(null);
  useEffect(() => {
    let gone = false;
    call('GET /v1/admin/ecu/choices').then(
      (found) => gone || setChoices(found),
      // The list works without filters, and itself reports server errors.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);
  return choices;
}
