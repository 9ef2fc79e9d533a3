import { median } from './load.ts';

// The same uncached reads of the same vehicles in a catalogue of some ten thousand vehicles and in one of a million,
// alternating so that other load affects both.

export type SizeFigure = { kind: string; smallMs: number; largeMs: number; ratio: number };

type Path = (at: 'small' | 'large') => string;

const searches = ['golf r 2015 dsg', 'bmw 335i', 'mustang gt 2018', 'silverado 2500 diesel', 'audi s4', 'wrx 2020'];
const api = '/api/v1/catalog';

async function json<T>(url: string): Promise<T> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}.`);
  return (await reply.json()) as T;
}

type Named = { id: number; slug: string };

async function reads(origins: Record<'small' | 'large', string>, pages: readonly string[]) {
  const same =
    (path: string): Path =>
    () =>
      path;
  const makes = await json<Named[]>(`${origins.small}${api}/makes`);
  const kinds: Record<string, Path[]> = {
    makes: makes.slice(0, 60).map(() => same(`${api}/makes`)),
    'years of a make': makes.slice(0, 60).map(({ slug }) => same(`${api}/makes/${slug}/years`)),
    'models of a year': [],
    'engines of a model': [],
    'a vehicle by its address': [],
    'full engine': [],
    'transmissions of an engine': [],
    'engine page': pages.map(same),
    search: searches.flatMap((text) =>
      ['', ' a', ' b'].map((more) => same(`${api}/search?q=${encodeURIComponent(text + more)}`)),
    ),
  };
  for (const page of pages) {
    const [, , make, year, model, engine] = page.split('/');
    const models = `${api}/makes/${make}/years/${year}/models`;
    const engines = `${models}/${model}/engines`;
    kinds['models of a year']?.push(same(models));
    kinds['engines of a model']?.push(same(engines));
    kinds['a vehicle by its address']?.push(
      same(`${api}/vehicle?make=${make}&year=${year}&model=${model}&engine=${engine}`),
    );
    const idIn = async (at: 'small' | 'large') =>
      (await json<Named[]>(origins[at] + engines)).find(({ slug }) => slug === engine)?.id;
    const ids = { small: await idIn('small'), large: await idIn('large') };
    kinds['full engine']?.push((at) => `${api}/engines/${ids[at]}`);
    kinds['transmissions of an engine']?.push((at) => `${api}/engines/${ids[at]}/transmissions`);
  }
  return kinds;
}

async function timed(url: string): Promise<number> {
  const started = performance.now();
  const reply = await fetch(url);
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}.`);
  return performance.now() - started;
}

export async function compareSizes(small: string, large: string, pages: readonly string[]): Promise<SizeFigure[]> {
  const origins = { small, large };
  const figures: SizeFigure[] = [];
  for (const [kind, paths] of Object.entries(await reads(origins, pages))) {
    const times = { small: [] as number[], large: [] as number[] };
    for (const [nth, path] of paths.entries()) {
      // An unused parameter, so that the response is not cached.
      const fresh = (at: 'small' | 'large') => `${origins[at]}${path(at)}${path(at).includes('?') ? '&' : '?'}n=${nth}`;
      const order = nth % 2 === 0 ? (['small', 'large'] as const) : (['large', 'small'] as const);
      for (const at of order) times[at].push(await timed(fresh(at)));
    }
    const [smallMs, largeMs] = [median(times.small), median(times.large)];
    figures.push({ kind, smallMs, largeMs, ratio: largeMs / smallMs });
  }
  return figures;
}
