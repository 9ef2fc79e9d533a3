import { grouped } from '../ui/list/list-state.ts';

/** "1 line", "2,000 lines". */
export const counted = (count: number, noun: string): string => `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
