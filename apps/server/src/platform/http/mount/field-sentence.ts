import type { z } from 'zod';

/** The message for a field whose contract has none; the library's own messages are never shown. */
export const fieldSentence: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.input === '') return 'This is required.';
      if (issue.expected === 'number' || issue.expected === 'int') return 'Enter a number.';
      if (issue.expected === 'date') return 'Enter a date.';
      return 'The format is not valid.';
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'invalid_format':
      return issue.format === 'email'
        ? 'Enter an e-mail address such as name@example.com.'
        : 'The format is not valid.';
    case 'invalid_value':
      return 'Choose one of the options.';
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`;
    case 'unrecognized_keys':
      return `Unknown fields: ${namesOf(issue.keys)}.`;
    default:
      return 'This value is not valid.';
  }
};

const namesMax = 5;
const nameCharsMax = 40;

/** The names come from the request and may be many and long. */
const namesOf = (names: readonly string[]): string => {
  const shown = names.slice(0, namesMax).map((name) => name.slice(0, nameCharsMax).toWellFormed());
  return names.length > namesMax ? `${shown.join(', ')} and ${names.length - namesMax} more` : shown.join(', ');
};

function tooSmall(origin: string, least: number, inclusive: boolean): string {
  if (origin === 'string') return least <= 1 ? 'This is required.' : `Use at least ${least} characters.`;
  if (origin === 'array' || origin === 'set') return least <= 1 ? 'Choose at least one.' : `Choose at least ${least}.`;
  return inclusive ? `Enter ${least} or more.` : `Enter more than ${least}.`;
}

function tooBig(origin: string, most: number, inclusive: boolean): string {
  if (origin === 'string') return `Use at most ${most} characters.`;
  if (origin === 'array' || origin === 'set') return `Choose at most ${most}.`;
  return inclusive ? `Enter ${most} or less.` : `Enter less than ${most}.`;
}
