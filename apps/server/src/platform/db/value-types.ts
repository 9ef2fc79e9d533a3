import pg from 'pg';

const int8 = 20;
const int8Array = 1016;
const date = 1082;
const interval = 1186;

/**
 * Set for our pools only: libraries with their own pool keep the defaults. int8 is exact (BigInt); numeric and interval
 * stay text, and so does a date without a time, which has no time zone.
 */
export const valueTypes = new pg.TypeOverrides();
valueTypes.setTypeParser(int8, BigInt);
valueTypes.setTypeParser(int8Array, (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((item) => (item === 'NULL' ? null : BigInt(item))),
);
valueTypes.setTypeParser(date, (text: string) => text);
valueTypes.setTypeParser(interval, (text: string) => text);
