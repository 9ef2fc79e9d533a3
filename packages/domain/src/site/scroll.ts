export type Place = {
  readonly path: string;
  readonly query: string;
  readonly hash: string;
  readonly routeName: string | null;
};

const adConversionScrollDelayMs = 2_500;

/** A hash-only change is a jump within the page, and two paths of one named route are the same page. */
export function resetsScroll(from: Place | null, to: Place): boolean {
  if (from === null) return false;
  if (from.path === to.path && from.query === to.query) return false;
  return from.routeName === null || from.routeName !== to.routeName;
}

/**
 * Delays in milliseconds after which to scroll to the top: immediately, and a second time only if an ad-conversion
 * script is configured and has reported a conversion, because that script may move the page.
 */
export function scrollResets(from: Place | null, to: Place, adConversion: boolean): readonly number[] {
  if (!resetsScroll(from, to)) return [];
  return adConversion ? [0, adConversionScrollDelayMs] : [0];
}
