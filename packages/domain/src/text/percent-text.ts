import { t } from './text.ts';

/** "15%" in English, "15 %" in German and French. */
export const percentText = (percent: number | string): string => t('{percent}%', { percent });
