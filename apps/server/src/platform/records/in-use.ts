import type { Use } from './record-kind.ts';

/** "3 models and 1 guide still use this. Move or delete them first." `advice` replaces the last sentence. */
export function inUseText(uses: readonly Use[], advice?: string): string {
  const parts = uses.map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`);
  const last = parts.pop();
  const list = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  const single = uses.length === 1 && uses[0]?.count === 1;
  return `${list} still ${single ? 'uses' : 'use'} this. ${advice ?? `Move or delete ${single ? 'it' : 'them'} first.`}`;
}
