import { type RegionId, regions } from '../places/regions.ts';
import { msg } from '../text/text.ts';

const trackers = ['googleAnalytics', 'facebookPixel'] as const;
export type Tracker = (typeof trackers)[number];

/** `visitStatistics` lets our own statistics recognize a browser on another day; nothing leaves this server. */
const optionalCookies = ['visitStatistics', ...trackers] as const;
type OptionalCookie = (typeof optionalCookies)[number];

/** `consent` records that the visitor has decided, the others the choice for each optional cookie. */
export type CookieState = { readonly consent: boolean } & Readonly<Record<OptionalCookie, boolean>>;
export type Ticks = Readonly<Partial<Record<OptionalCookie, boolean>>>;

export type ConsentContext = {
  /** Do-not-track or Global Privacy Control; see `hasPrivacySignal`. */
  readonly doNotTrack: boolean;
  /** Setting www_taa, tracking auto-accept. */
  readonly autoAccept: boolean;
  readonly region: RegionId;
  /** Trackers for which the operator has set an id. */
  readonly configured: Readonly<Record<Tracker, boolean>>;
};

/** Browsers send different values: '1', 'yes', or Global Privacy Control as a boolean or header '1'. */
export function hasPrivacySignal(signals: {
  readonly doNotTrack?: unknown;
  readonly globalPrivacyControl?: unknown;
}): boolean {
  const isOn = (value: unknown) => value === '1' || value === 'yes' || value === 1 || value === true;
  return isOn(signals.doNotTrack) || isOn(signals.globalPrivacyControl);
}

export const accept = (ticked: Ticks): CookieState => ({
  consent: true,
  visitStatistics: ticked.visitStatistics === true,
  googleAnalytics: ticked.googleAnalytics === true,
  facebookPixel: ticked.facebookPixel === true,
});

export const undecided: CookieState = { ...accept({}), consent: false };

export const onlyRequired = (): CookieState => accept({});

const isAutoAccepted = (context: ConsentContext): boolean =>
  context.autoAccept && context.region === regions.NorthAmerica && !context.doNotTrack;

/**
 * The effective consent: a privacy signal disables all optional cookies; auto-accept applies to undecided visitors of region 1.
 */
export function effectiveConsent(state: CookieState, context: ConsentContext): CookieState {
  if (context.doNotTrack) return { ...undecided, consent: state.consent };
  if (!state.consent && isAutoAccepted(context)) return accept({ ...context.configured, visitStatistics: true });
  return state.consent ? state : undecided;
}

export function showsConsentDialog(state: CookieState, context: ConsentContext): boolean {
  return !context.doNotTrack && !effectiveConsent(state, context).consent;
}

export function trackersToLoad(state: CookieState, context: ConsentContext): Tracker[] {
  const effective = effectiveConsent(state, context);
  return trackers.filter((tracker) => effective.consent && effective[tracker] && context.configured[tracker]);
}

type Preference = {
  readonly key: 'required' | OptionalCookie;
  readonly name: string;
  readonly on: boolean;
  readonly fixed: boolean;
};

const cookieNames: Readonly<Record<OptionalCookie, string>> = {
  visitStatistics: msg('Visit statistics'),
  googleAnalytics: 'Google Analytics',
  facebookPixel: 'Meta Pixel',
};

export function cookiePreferences(state: CookieState, context: ConsentContext): Preference[] {
  const effective = effectiveConsent(state, context);
  const optional = optionalCookies
    .filter((key) => key === 'visitStatistics' || context.configured[key])
    .map((key) => ({ key, name: cookieNames[key], on: effective[key], fixed: context.doNotTrack }));
  return [{ key: 'required', name: msg('Required'), on: true, fixed: true }, ...optional];
}

type Cookies = Readonly<Record<string, string | undefined>>;

export function consentFromCookies(cookies: Cookies): CookieState {
  if (cookies.consent !== '1') return undecided;
  return accept(Object.fromEntries(optionalCookies.map((key) => [key, cookies[key] === '1'])));
}

export function consentToCookies(state: CookieState): Record<keyof CookieState, '0' | '1'> {
  const bit = (on: boolean) => (on ? '1' : '0');
  return {
    consent: bit(state.consent),
    visitStatistics: bit(state.visitStatistics),
    googleAnalytics: bit(state.googleAnalytics),
    facebookPixel: bit(state.facebookPixel),
  };
}
