import { msg, t } from '../../text/text.ts';

/** The format of a log that no known program wrote. */
export const plainTable = msg('Table of values');

/** Formats are names of programs, except that of a plain table. */
export const logFormat = (format: string): string => (format === plainTable ? t(plainTable) : format);
