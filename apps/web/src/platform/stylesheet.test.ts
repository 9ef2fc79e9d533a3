import { expect, test } from 'vitest';
import { ChunkError, loadChunk } from './chunk.ts';
import { styleLoaded } from './stylesheet.ts';

type Link = { href: string; removed: boolean; remove(): void; onload?: () => void; onerror?: () => void };

function pageWith(present: readonly string[] = []) {
  const links: Link[] = [];
  const page = {
    querySelector: (selector: string) => (present.some((href) => selector.includes(href)) ? {} : null),
    createElement: () => {
      const link: Link = {
        href: '',
        removed: false,
        remove() {
          this.removed = true;
        },
      };
      links.push(link);
      return link;
    },
    head: { append: () => undefined },
  };
  return { links, page: page as never };
}

test('style sheet of the page is not fetched again', async () => {
  const { links, page } = pageWith(['/assets/a.css']);
  await styleLoaded('/assets/a.css', page);
  expect(links).toEqual([]);
});

test('style sheet resolves when loaded and rejects when failed, and its link is removed either way', async () => {
  const { links, page } = pageWith();
  const first = styleLoaded('/assets/a.css', page);
  links[0]?.onload?.();
  await first;
  const second = styleLoaded('/assets/b.css', page);
  links[1]?.onerror?.();
  await expect(second).rejects.toThrow('/assets/b.css');
  expect(links.map(({ removed }) => removed)).toEqual([true, true]);
});

test('style sheet that hangs for 120 seconds is reported like a hanging chunk (S410)', async () => {
  const { page } = pageWith();
  let wait = 0;
  let timeout: () => void = () => undefined;
  const timers = {
    setTimeout: (act: () => void, ms: number) => {
      wait = ms;
      timeout = act;
    },
    clearTimeout: () => undefined,
  };
  const hanging = loadChunk(() => styleLoaded('/assets/a.css', page), timers);
  expect(wait).toBe(120_000);
  timeout();
  await expect(hanging).rejects.toBeInstanceOf(ChunkError);
});
