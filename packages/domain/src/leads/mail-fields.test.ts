import { expect, test } from 'vitest';
import { fillFields, openFields } from './mail-fields.ts';

test('a template is filled in, and fields without a value stay visible', () => {
  const text = 'Hello {{firstName}}, about {{ deal }} for {{organization}}: {{price}} {{constructor}}';
  const filled = fillFields(text, { firstName: 'Ada', deal: 'Flash tools', organization: '' });
  expect(filled).toBe('Hello Ada, about Flash tools for {{organization}}: {{price}} {{constructor}}');
  expect(openFields(filled)).toEqual(['{{organization}}', '{{price}}', '{{constructor}}']);
  expect(openFields('No fields { here }')).toEqual([]);
});
