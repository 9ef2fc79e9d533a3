import { describe, expect, test } from 'vitest';
import {
  accept,
  type ConsentContext,
  consentFromCookies,
  consentToCookies,
  cookiePreferences,
  effectiveConsent,
  hasPrivacySignal,
  onlyRequired,
  showsConsentDialog,
  trackersToLoad,
  undecided,
} from './consent.ts';

const here: ConsentContext = {
  doNotTrack: false,
  autoAccept: false,
  region: 1,
  configured: { googleAnalytics: true, facebookPixel: true },
};
const both = { googleAnalytics: true, facebookPixel: true };

test('the cookie state has consent, googleAnalytics, facebookPixel and our own statistics, and is a round trip through its cookies (S186)', () => {
  expect(Object.keys(undecided)).toEqual(['consent', 'visitStatistics', 'googleAnalytics', 'facebookPixel']);
  for (const state of [undecided, onlyRequired(), accept(both), accept({ visitStatistics: true })])
    expect(consentFromCookies(consentToCookies(state))).toEqual(state);
});
test('forged cookies decide nothing', () => {
  expect(consentFromCookies({})).toEqual(undecided);
  expect(consentFromCookies({ googleAnalytics: '1', facebookPixel: '1' })).toEqual(undecided);
  expect(consentFromCookies({ consent: 'true', googleAnalytics: '1' })).toEqual(undecided);
});

describe('the dialog', () => {
  test('is shown while undecided and not after a decision (S198)', () => {
    expect(showsConsentDialog(undecided, here)).toBe(true);
    expect(showsConsentDialog(accept(both), here)).toBe(false);
    expect(showsConsentDialog(onlyRequired(), here)).toBe(false);
  });
  test('is never shown under do-not-track (S199)', () => {
    for (const autoAccept of [true, false])
      for (const region of [1, 2] as const)
        expect(showsConsentDialog(undecided, { ...here, autoAccept, region, doNotTrack: true })).toBe(false);
  });
  test('do-not-track has several spellings, and Global Privacy Control counts the same', () => {
    for (const doNotTrack of ['1', 'yes', 1, true]) expect(hasPrivacySignal({ doNotTrack })).toBe(true);
    expect(hasPrivacySignal({ globalPrivacyControl: true })).toBe(true);
    expect(hasPrivacySignal({ globalPrivacyControl: '1' })).toBe(true);
    for (const doNotTrack of ['0', 'no', 'unspecified', null, undefined, 0, false])
      expect(hasPrivacySignal({ doNotTrack })).toBe(false);
  });
});

describe('accepting', () => {
  test('switches Google Analytics on only if ticked (S200)', () => {
    expect(accept({ googleAnalytics: true }).googleAnalytics).toBe(true);
    expect(accept({ facebookPixel: true }).googleAnalytics).toBe(false);
    expect(trackersToLoad(accept({ googleAnalytics: true }), here)).toEqual(['googleAnalytics']);
  });
  test('switches the social pixel on only if ticked (S201)', () => {
    expect(accept({ facebookPixel: true }).facebookPixel).toBe(true);
    expect(accept({ googleAnalytics: true }).facebookPixel).toBe(false);
    expect(trackersToLoad(accept({ facebookPixel: true }), here)).toEqual(['facebookPixel']);
  });
  test('switches our own statistics on only if ticked', () => {
    expect(accept({ visitStatistics: true }).visitStatistics).toBe(true);
    expect(accept(both).visitStatistics).toBe(false);
  });
  test('with required only decides with all of them off', () => {
    expect(onlyRequired()).toEqual({ ...undecided, consent: true });
    expect(Object.values(undecided)).not.toContain(true);
    expect(trackersToLoad(onlyRequired(), here)).toEqual([]);
  });
});

describe('allowed trackers', () => {
  test('are none before a decision, even if the tracker cookies say otherwise (S202)', () => {
    expect(trackersToLoad(undecided, here)).toEqual([]);
    expect(trackersToLoad({ ...undecided, ...both }, here)).toEqual([]);
  });
  test('are none under do-not-track, even if accepted before', () =>
    expect(trackersToLoad(accept(both), { ...here, doNotTrack: true })).toEqual([]));
  test('are none that are not configured', () =>
    expect(
      trackersToLoad(accept(both), { ...here, configured: { googleAnalytics: false, facebookPixel: true } }),
    ).toEqual(['facebookPixel']));
});

describe('tracking auto-accept', () => {
  const auto = { ...here, autoAccept: true };
  test('assumes consent in region 1, without the dialog', () => {
    expect(showsConsentDialog(undecided, auto)).toBe(false);
    expect(trackersToLoad(undecided, auto)).toEqual(['googleAnalytics', 'facebookPixel']);
    expect(effectiveConsent(undecided, auto).visitStatistics).toBe(true);
  });
  test('never applies in region 2', () => {
    expect(showsConsentDialog(undecided, { ...auto, region: 2 })).toBe(true);
    expect(trackersToLoad(undecided, { ...auto, region: 2 })).toEqual([]);
  });
  test('never applies under do-not-track', () =>
    expect(trackersToLoad(undecided, { ...auto, doNotTrack: true })).toEqual([]));
  test('never overrides a decision', () => {
    expect(effectiveConsent(onlyRequired(), auto)).toEqual(onlyRequired());
    expect(trackersToLoad(onlyRequired(), auto)).toEqual([]);
  });
});

describe('the preferences', () => {
  const only = (googleAnalytics: boolean, facebookPixel: boolean) => ({
    ...here,
    configured: { googleAnalytics, facebookPixel },
  });
  const keys = (context: ConsentContext) => cookiePreferences(undecided, context).map((preference) => preference.key);
  test('list Required, always on and fixed (S203)', () => {
    const required = { key: 'required', name: 'Required', on: true, fixed: true };
    for (const state of [undecided, onlyRequired(), accept(both)])
      expect(cookiePreferences(state, here)[0]).toEqual(required);
  });
  test('list Google Analytics only when configured (S204)', () => {
    expect(keys(only(true, false))).toEqual(['required', 'visitStatistics', 'googleAnalytics']);
    expect(keys(only(false, false))).toEqual(['required', 'visitStatistics']);
  });
  test('list Meta Pixel only when configured (S205)', () => {
    expect(keys(only(false, true))).toEqual(['required', 'visitStatistics', 'facebookPixel']);
    expect(cookiePreferences(undecided, only(false, true))[2]?.name).toBe('Meta Pixel');
  });
  test('show the current state', () =>
    expect(cookiePreferences(accept({ facebookPixel: true }), here).map((p) => p.on)).toEqual([
      true,
      false,
      false,
      true,
    ]));
});
