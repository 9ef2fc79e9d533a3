export type Place = {
  readonly path: string;
  readonly query: string;
  readonly hash: string;
  readonly routeName: string | null;
};

export const adConversionScrollDelayMs = 2_500;

/** A change of only the hash is a jump inside the page, and two paths of one named route are one page to the reader. */
export function resetsScroll(from: Place | null, to: Place): boolean {
  if (from === null) return false;
  if (from.path === to.path && from.query === to.query) return false;
  return from.routeName === null || from.routeName !== to.routeName;
}

/**
 * After how many milliseconds to scroll to the top. Once, at once; a second time only where an ad-conversion script is
 * configured and has reported a conversion, because that script may move the page.
 */
export function scrollResets(from: Place | null, to: Place, adConversion: boolean): readonly number[] {
  if (!resetsScroll(from, to)) return [];
  return adConversion ? [0, adConversionScrollDelayMs] : [0];
}
