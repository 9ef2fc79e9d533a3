import { expect, test } from 'vitest';
import { fromLimitedHtml, listSelection, toLimitedHtml, wrapSelection } from './rich-html.ts';

test('blank lines become paragraphs and line ends become breaks', () => {
  expect(toLimitedHtml('One\ntwo\n\n<b>Three</b>')).toBe('<p>One<br>two</p><p><b>Three</b></p>');
  expect(toLimitedHtml('  \n\n ')).toBe('');
});

test('a list is not wrapped in a paragraph', () => {
  expect(toLimitedHtml('Before\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>\nafter')).toBe(
    '<p>Before</p><ul><li>a</li><li>b</li></ul><p>after</p>',
  );
});

test('saved text can be edited and saved again unchanged', () => {
  const html = '<p>One<br>two</p><ul><li>a</li><li>b</li></ul><p>after <i>it</i></p>';
  expect(toLimitedHtml(fromLimitedHtml(html))).toBe(html);
});

test('a button wraps the selection and keeps it', () => {
  expect(wrapSelection({ text: 'a word here', from: 2, to: 6 }, '<b>', '</b>')).toEqual({
    text: 'a <b>word</b> here',
    from: 5,
    to: 9,
  });
});

test('selected lines become a list', () => {
  expect(listSelection({ text: 'x\ny', from: 0, to: 3 }).text).toBe('<ul>\n<li>x</li>\n<li>y</li>\n</ul>');
});
