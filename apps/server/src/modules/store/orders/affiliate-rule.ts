import { t } from '@tuneport/domain/text/text';
import type { AppliedDiscount } from './order-record.ts';

/** Why an affiliate earns from a sale. */
export function affiliateRule(discounts: readonly AppliedDiscount[], share: string | null, tag: string | null): string {
  const code = discounts.find(({ affiliate_id }) => affiliate_id !== undefined);
  const percent = share ?? code?.share_percent ?? null;
  const source = code
    ? t('code {code}', { code: code.code ?? code.name })
    : tag === null
      ? ''
      : t('link {tag}', { tag });
  if (percent === null || source === '') return source;
  return t('{percent}% of goods, {source}', { percent: Number(percent), source });
}
