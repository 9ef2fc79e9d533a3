import { decimalMark, groupMark } from '../text/text.ts';

/** "-1234.5" becomes "−1,234.5", "−1.234,5" or "−1 234,5" as the language writes it. The text is never converted to a float. */
export function amountText(amount: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(amount);
  if (!match) return amount;
  const [, sign, whole = '', part = ''] = match;
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, groupMark());
  return `${sign && /[1-9]/.test(amount) ? '−' : ''}${groups}${part.replace('.', decimalMark())}`;
}
