/** A level of the affiliate program: the net earnings that reach it, and its share of each sale. */
export type AffiliateLevel = { readonly target: number; readonly sharePercent: string };

const line = /^\s*(\d{1,9})\s*:\s*(\d{1,2}(?:\.\d{1,2})?)\s*$/;

/** Levels as typed in the settings: "500: 7.5, 2000: 10". Null if the text is not a list of rising targets and shares. */
export function parseLevels(text: string): AffiliateLevel[] | null {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  const levels: AffiliateLevel[] = [];
  for (const part of parts) {
    const match = line.exec(part);
    const level = match && { target: Number(match[1]), sharePercent: match[2] ?? '0' };
    const last = levels.at(-1);
    if (!level || (last && (level.target <= last.target || Number(level.sharePercent) <= Number(last.sharePercent))))
      return null;
    levels.push(level);
  }
  return levels.length <= 20 ? levels : null;
}

export const defaultLevels = '500: 7.5, 2000: 10, 10000: 12.5';

/** The largest discount an affiliate may give with its own codes. Staff can create larger ones. */
export const affiliateDiscountMax = { percent: 15, dollar: 50 } as const;
/** Codes of one affiliate that can run at the same time. */
export const affiliateCodesMax = 50;
