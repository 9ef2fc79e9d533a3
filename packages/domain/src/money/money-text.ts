/** "-1234.5" becomes "−1 234.5": a real minus sign and thin groups; the text is never turned into a float. */
export function amountText(amount: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(amount);
  if (!match) return amount;
  const [, sign, whole = '', part = ''] = match;
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, '\u202F');
  return `${sign && /[1-9]/.test(amount) ? '−' : ''}${groups}${part}`;
}
