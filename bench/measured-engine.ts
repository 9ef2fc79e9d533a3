// The engine whose pages and calls are measured.
export const vehicle = { make: 'volkswagen', year: '2015', model: 'golf-r' };
export const picker = `/api/v1/catalog/makes/${vehicle.make}/years`;

export async function json<T>(url: string): Promise<T> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}.`);
  return (await reply.json()) as T;
}

type Full = { tunes: { id: number; is_stock: boolean; price: unknown }[] };

export async function measuredEngine(origin: string): Promise<{ id: number; path: string; tunes: number[] }> {
  const path = `${picker}/${vehicle.year}/models/${vehicle.model}/engines`;
  const [engine] = await json<{ id: number; slug: string }[]>(origin + path);
  if (!engine) throw new Error('The vehicle of the measurement is not in the catalogue.');
  const full = await json<Full>(`${origin}/api/v1/catalog/engines/${engine.id}`);
  const tunes = full.tunes.filter((tune) => !tune.is_stock && tune.price);
  return {
    id: engine.id,
    path: `/catalog/${vehicle.make}/${vehicle.year}/${vehicle.model}/${engine.slug}`,
    // Two stages exclude each other.
    tunes: tunes.slice(0, 1).map(({ id }) => id),
  };
}
