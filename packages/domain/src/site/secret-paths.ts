import { cutVins } from '../catalog/vin/vin-text.ts';
import { fullyDecoded } from './plain-text.ts';

/**
 * Pages whose path contains a secret: the rows of the route table marked `token-link`. Duplicated here because the
 * browser removes secrets before the route table is loaded; a test compares the two.
 */
export const tokenLinkPaths: readonly string[] = [
  '/auth/reset-password/:token',
  '/auth/confirm-email/:token',
  '/auth/secure-account/:token',
  '/profile/purchases/:id/:token/invoice',
  '/profile/orders/:id/:token/invoice',
  '/profile/credit-notes/:id/:token',
  '/trade-in/:id/:token',
  '/tuning-ticket/:id/:token',
  '/tuning/guest/:id/:token',
  '/graph/:id',
  '/tcc/:id',
  '/fz/rescue/:id/:token',
  '/dealer/:slug/accept-invite/:id',
  '/affil-offer/:id/:token/join',
  '/feedback/:id/:token/submit',
  '/passport/:token',
];

/** Calls that are opened as links. A test compares them with the contract. */
export const tokenLinkCalls: readonly string[] = [
  '/api/baol/:id/:token/feedback',
  '/api/baol/:id/:token/join',
  '/api/catalog-purchases/:id/:token/invoice',
  '/api/credit-notes/:id/link/:token',
  '/api/ecu/notify/unsubscribe/:token',
  '/api/lead-calendar/:token',
  '/api/lead-mail/unsubscribe/:token',
  '/api/mail/unsubscribe/dealer-blog-posts/:token',
  '/api/newsletter/confirm/:token',
  '/api/newsletter/unsubscribe/:token',
  '/api/order/:id/:token/invoice',
  '/api/tune-credit-codes/:code/check',
  '/api/tune-credit-codes/:code/claim',
  '/api/graph/:id',
  '/api/v1/dealers/:id/credit-deals/:uuid',
  '/api/v1/dealers/:id/invites/:inviteId',
  '/api/v1/guests/:id/:token',
  '/api/v1/tune-requests/:id/logs/:key',
  '/api/v1/vehicle-passports/:token',
];

/** Not secret, but not needed in metrics. The first matching pattern applies. */
const alsoCut = [
  '/auth/:page/:token',
  '/profile/purchases/:token/snapshot',
  '/profile/purchases/:id/:token',
  '/profile/orders/:token/snapshot',
  '/profile/orders/:id/:token',
  '/profile/:token/snapshot',
  '/feedback/:id/:token',
  '/affil-offer/:id/:token',
  '/dealer/:slug/pay-credit-deal/:token',
];

/** A parameter name that always denotes a secret. */
export const isSecretName = (name: string): boolean => /^(?:token|code|secret|hash|key|uuid|invite)$/.test(name);

type Pattern = readonly { readonly text: string; readonly any: boolean; readonly secret: boolean }[];

/** If no parameter has the name of a secret, the last one is the secret. */
function patternOf(path: string): Pattern {
  const parts = path.split('/').filter((part) => part !== '');
  const names = parts.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
  const named = names.filter(isSecretName);
  const secrets = named.length > 0 ? named : names.slice(-1);
  return parts.map((text) => ({
    text,
    any: text.startsWith(':'),
    secret: text.startsWith(':') && secrets.includes(text.slice(1)),
  }));
}

/** By their first segment, in their order: most segments of a path begin no pattern. */
const patternsByStart = new Map<string, Pattern[]>();
for (const pattern of [...tokenLinkPaths, ...tokenLinkCalls, ...alsoCut].map(patternOf)) {
  const start = pattern[0]?.text ?? '';
  patternsByStart.set(start, [...(patternsByStart.get(start) ?? []), pattern]);
}
const blank = '-';

/** `names` are segments in lower case. */
const fits = (pattern: Pattern, names: readonly string[], start: number): boolean =>
  start + pattern.length <= names.length && pattern.every(({ any, text }, at) => any || text === names[start + at]);

/**
 * The segments as the router may read them: it treats an escaped slash as a slash, and browsers a backslash. A link that
 * was escaped twice on its way is read as what it was.
 */
function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  const plain = fullyDecoded(path).replace(/[\p{Cc}\p{Cf}]/gu, '');
  for (const segment of plain.normalize('NFKC').split(/[/\\]/))
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  return segments;
}

/** Random letters in upper and lower case or with digits, as in our tokens and codes. Slugs are in lower case. */
const looksRandom = (segment: string): boolean =>
  /^[\w-]{20,}$/.test(segment) && /[a-z\d][A-Z]|[A-Z]\d|^(?=.*\d)(?=.*[a-f])[\da-f-]+$/.test(segment);

/** Far more than any page has; each costs some time to check. */
const piecesMax = 50;

/** A part of a path, and the number of the segment that it belongs to. */
type Piece = { readonly text: string; readonly segment: number };

/** A mistyped or crafted path may have something else in place of a slash, as in `/tcc:CODE`. */
const piecesOf = (segments: readonly string[], separator: RegExp): Piece[] =>
  segments
    .flatMap((whole, segment) => whole.split(separator).map((text) => ({ text, segment })))
    .filter(({ text }) => text !== '');

function* secretSegments(pieces: readonly Piece[]): Generator<number> {
  const names = pieces.map(({ text }) => text.toLowerCase().trim());
  for (const [start, name] of names.entries()) {
    const found = patternsByStart.get(name)?.find((pattern) => fits(pattern, names, start)) ?? [];
    for (const [at, { secret }] of found.entries()) if (secret) yield pieces[start + at]?.segment ?? 0;
  }
}

/**
 * The path without token-link secrets; null if it contains none. A pattern may begin at any segment, after a language, a
 * host name or anything else; segments that look like a token or contain one are removed wherever they are. Of a crafted
 * path with too many parts nothing is left.
 */
export function cutPath(path: string): string | null {
  const segments = segmentsOf(path);
  if (segments.join('/').split(/[^\w-]+/, piecesMax + 1).length > piecesMax) return `/${blank}`;
  // A file name such as `Page-Dk3j2AbC.js` is no token.
  const random = piecesOf(segments, /[^\w.-]+/).filter(({ text }) => looksRandom(text));
  const secret = new Set([
    ...random.map(({ segment }) => segment),
    ...secretSegments(segments.map((text, segment) => ({ text, segment }))),
    ...secretSegments(piecesOf(segments, /[^\w-]+/)),
  ]);
  if (secret.size === 0) return null;
  return `/${segments.map((segment, at) => (secret.has(at) ? blank : segment)).join('/')}`;
}

/** Removes path secrets and VINs from free text, such as a log line. */
export const cutPathsInText = (text: string): string =>
  cutVins(text.replace(/\/[^\s"'<>()?#\\]+/g, (path) => cutPath(path) ?? path));
