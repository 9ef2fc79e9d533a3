/** Letters that Unicode does not decompose into a base letter and an accent. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Lower case without accents, for comparing text. */
export const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter)
    .normalize('NFC');

/** Names with the same key are identical: 'MINI' and 'Mini', 'Citroën' and 'CITROEN '. */
export const identityKey = (name: string): string => folded(name).replace(/\s+/g, ' ').trim();

export const slugLengthMax = 80;

/**
 * Converts a name to a URL segment: '2.2CL/3.0CL' becomes '2.2cl-3.0cl'. A point stays only between digits, so a slug
 * is never '.' or '..'; letters of other scripts are allowed in URLs and stay.
 */
export function slugOf(name: string): string {
  const slug = folded(name)
    .replace(/&/g, ' and ')
    .replace(/\+/g, ' plus ')
    .replace(/['’`]/g, '')
    .replace(/(?:(?<!\d)\.|\.(?!\d)|[^\p{L}\p{N}.])+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return shortened(slug, slugLengthMax) || 'unnamed';
}

/** Cuts at a word boundary if that keeps most of the text, and never inside a character. */
function shortened(slug: string, lengthMax: number): string {
  if (slug.length <= lengthMax) return slug;
  const cut = slug.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '');
  const word = cut.lastIndexOf('-');
  return (word > lengthMax / 2 ? cut.slice(0, word) : cut).replace(/[-.]+$/, '');
}

/** Paths under /catalog that are separate pages; a make cannot have these slugs. */
export const reservedMakeSlugs: readonly string[] = [
  'all-tunes',
  'engine',
  'engine-tuning',
  'turbo',
  'turbo-tuning',
  'performance',
  'performance-tuning',
  'eco',
  'eco-tuning',
  'tcu',
  'tcu-tuning',
  'stage-1',
  'stage-1-tuning',
  'stage-2',
  'stage-2-tuning',
  'stage-3',
  'stage-3-tuning',
  'stage-4',
  'stage-4-tuning',
  'diesel',
  'diesel-tuning',
];
/** The suffix of a legacy URL that is redirected; not allowed as a slug. */
export const reservedSlugs: readonly string[] = ['add-on-tunes'];

/** The first unused one of slug, slug-2, slug-3… */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  const isFree = (candidate: string) => !taken.has(candidate) && !reservedSlugs.includes(candidate);
  if (isFree(slug)) return slug;
  for (let nth = 2; ; nth++) {
    const ending = `-${nth}`;
    const candidate = shortened(slug, slugLengthMax - ending.length) + ending;
    if (isFree(candidate)) return candidate;
  }
}
