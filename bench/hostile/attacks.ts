// Expensive public calls, as strangers would send them.
export type Attack = {
  readonly name: string;
  next(nth: number, engine: { id: number; tunes: readonly number[] }): { path: string; body?: unknown };
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** A different text for each number (26 ** length of them), to avoid cached responses. */
function scramble(nth: number, length: number): string {
  let left = (nth * 7919) % 26 ** length;
  return Array.from({ length }, () => {
    const letter = letters[left % 26];
    left = Math.floor(left / 26);
    return letter;
  }).join('');
}

export const attacks: readonly Attack[] = [
  {
    name: 'misspelt search',
    next: (nth) => ({ path: `/api/v1/catalog/search?q=${encodeURIComponent(`volkswagne glof ${scramble(nth, 6)}`)}` }),
  },
  {
    name: 'search of twelve misspelt words',
    next(nth) {
      const words = [
        'toyta',
        'corola',
        'automtic',
        'manul',
        'diesl',
        'sdean',
        'wagn',
        'truk',
        'luxry',
        'coup',
        scramble(nth, 5),
      ];
      return { path: `/api/v1/catalog/search?q=${encodeURIComponent(words.join(' '))}` };
    },
  },
  {
    name: 'search for what most names contain',
    next: (nth) => ({
      path: `/api/v1/catalog/search?q=${encodeURIComponent(`the con man aut ser ${scramble(nth, 3)}`)}`,
    }),
  },
  {
    name: 'tunes by search, deep pages',
    next: (nth) => ({ path: `/api/v1/catalog/tunes?search=${scramble(nth, 2)}&page=${1 + (nth % 2000)}` }),
  },
  { name: 'parts of the sitemap', next: (nth) => ({ path: `/sitemap/${1 + (nth % 8)}.xml?${nth}` }) },
  {
    name: 'parts of the sitemap, as a call',
    next: (nth) => ({ path: `/api/v1/catalog/sitemap/${1 + (nth % 8)}?${nth}` }),
  },
  {
    name: 'pages that are not in the cache',
    next: (nth) => ({ path: `/catalog/all-tunes?page=${1 + (nth % 1900)}` }),
  },
  {
    name: 'pages that do not exist',
    next: (nth) => ({ path: nth % 2 === 0 ? `/${scramble(nth, 8)}` : `/catalog/bmw/${scramble(nth, 8)}` }),
  },
  {
    name: 'products',
    next: (nth) => ({ path: `/api/store/product?search=${scramble(nth, 3)}&page=${1 + (nth % 50)}` }),
  },
  {
    name: 'estimate',
    next: (_nth, { id, tunes }) => ({ path: '/api/v1/catalog/estimate', body: { engine: id, tunes } }),
  },
  { name: 'dyno runs', next: (nth) => ({ path: `/api/dyno-csv?tune=${1 + (nth % 5000)}` }) },
  { name: 'vehicles that are compatible', next: (nth) => ({ path: `/api/ecu/compat?engine=${1 + (nth % 2000)}` }) },
  {
    name: 'log in with a wrong password',
    next: (nth) => ({
      path: '/api/auth/login',
      body: { email: `${scramble(nth, 9)}@example.com`, password: scramble(nth, 14) },
    }),
  },
];
