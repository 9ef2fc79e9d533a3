import { decimalMark } from '../text/text.ts';

/** "-1234.5" becomes "−1 234.5" or "−1 234,5", with a minus sign and thin spaces. The text is never converted to a float. */
export function amountText(amount: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(amount);
  if (!match) return amount;
  const [, sign, whole = '', part = ''] = match;
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, '\u202F');
  return `${sign && /[1-9]/.test(amount) ? '−' : ''}${groups}${part.replace('.', decimalMark())}`;
}
