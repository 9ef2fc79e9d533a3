import { useState } from 'react';
import { type CheckoutDraft, emptyDraft, readDraft } from './checkout-draft.ts';

const key = 'tuneport.checkout';
const tokensKey = 'tuneport.order-tokens';

// Private windows and full disks refuse storage; the draft then lasts as long as the page.
const read = (name: string): string | null => {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
};
const write = (name: string, value: string) => {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // See above.
  }
};

export function useDraft(): [CheckoutDraft, (change: Partial<CheckoutDraft>) => void] {
  const [draft, setDraft] = useState<CheckoutDraft>(() => readDraft(read(key)));
  const change = (part: Partial<CheckoutDraft>) =>
    setDraft((before) => {
      const next = { ...before, ...part };
      write(key, JSON.stringify(next));
      return next;
    });
  return [draft, change];
}

/** After an order, the addresses stay for the next one in this tab; the order's own fields are reset. */
export const emptyOrderFields = { placed: null, tier: null, codes: emptyDraft.codes } as const;

/** The token that grants access to an order in this tab. */
export function rememberToken(id: number, token: string): void {
  write(tokensKey, JSON.stringify({ ...tokens(), [id]: token }));
}
export const tokenOf = (id: number): string | undefined => tokens()[id];

function tokens(): Record<number, string> {
  try {
    return (JSON.parse(read(tokensKey) ?? '{}') ?? {}) as Record<number, string>;
  } catch {
    return {};
  }
}
