import { expect, test } from 'vitest';
import { csvRow } from './csv-row.ts';

test('text that would be a formula is kept from being one, numbers stay numbers', () => {
  expect(csvRow(['=1+1', '+x', '-x', '@x', '\tx', '\rx', '\0x', 'plain'])).toBe(
    `'=1+1,'+x,'-x,'@x,'\tx,"'\rx",'\0x,plain\r\n`,
  );
  expect(csvRow([{ number: '-12.50' }, 3])).toBe('-12.50,3\r\n');
});

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(csvRow(['a,b', 'say "hi"', 'two\nlines'])).toBe('"a,b","say ""hi""","two\nlines"\r\n');
});
