import { afterAll, afterEach, expect, test } from 'vitest';
import { preferredLanguage } from './accept-language.ts';
import { inLanguage, type Language, languageOfPath, withoutLanguage } from './languages.ts';
import { msg, numberText, plural, setTextSource, type Translation, t, tIn } from './text.ts';

const german: Record<string, Translation> = {
  'Add to cart': 'In den Warenkorb',
  'Delete {name}': '{name} löschen',
  '{count} files in {folder}': { one: '{count} Datei in {folder}', other: '{count} Dateien in {folder}' },
  'state: Open': 'Offen',
};
const speak = (language: Language, texts: Record<string, Translation>) =>
  setTextSource({ language: () => language, find: (text) => (Object.hasOwn(texts, text) ? texts[text] : undefined) });

const before = speak('en', {});
afterEach(() => speak('en', {}));
// Other tests of the same worker share the module.
afterAll(() => setTextSource(before));

const files = { one: '{count} file in {folder}', other: '{count} files in {folder}' } as const;

test('a message in English is its text with its values', () => {
  expect(t('Add to cart')).toBe('Add to cart');
  expect(t('Delete {name}', { name: 'A {name} $& B' })).toBe('Delete A {name} $& B');
  expect(plural(1, files, { folder: 'x' })).toBe('1 file in x');
  expect(plural(1200, files, { folder: 'x' })).toBe('1,200 files in x');
});

test('a message in German is its translation, and a text without one stays as it is', () => {
  speak('de', german);
  expect(t('Add to cart')).toBe('In den Warenkorb');
  expect(t('Delete {name}', { name: 'Golf' })).toBe('Golf löschen');
  expect(plural(1, files, { folder: 'x' })).toBe('1 Datei in x');
  expect(plural(1200, files, { folder: 'x' })).toBe('1.200 Dateien in x');
  expect(t('Not translated')).toBe('Not translated');
  expect(t('constructor')).toBe('constructor');
  expect(t(msg('Add to cart'))).toBe('In den Warenkorb');
  expect([tIn('state', 'Open'), tIn('verb', 'Open')]).toEqual(['Offen', 'Open']);
});

test('French counts zero as one, and numbers have a comma', () => {
  speak('fr', { '{count} files': { one: '{count} fichier', other: '{count} fichiers' } });
  const few = { one: '{count} file', other: '{count} files' } as const;
  expect([0, 1, 2].map((count) => plural(count, few))).toEqual(['0 fichier', '1 fichier', '2 fichiers']);
  expect(numberText(2.5, 1)).toBe('2,5');
});

test('the language is the first segment of the path', () => {
  expect(['/', '/de', '/de/catalog', '/fr/x?y', '/dealers', '/es/x', '/DE'].map(languageOfPath)).toEqual([
    'en',
    'de',
    'de',
    'fr',
    'en',
    'en',
    'en',
  ]);
  expect(['/', '/de', '/de/', '/fr/catalog', '/dealers'].map(withoutLanguage)).toEqual([
    '/',
    '/',
    '/',
    '/catalog',
    '/dealers',
  ]);
  expect(['/', '/catalog', '/?a=b'].map((path) => inLanguage('de', path))).toEqual(['/de', '/de/catalog', '/de?a=b']);
  expect(inLanguage('en', '/catalog')).toBe('/catalog');
});

test('Accept-Language gives the best of our languages, or none', () => {
  expect(preferredLanguage('de-AT,de;q=0.9,en;q=0.8')).toBe('de');
  expect(preferredLanguage('es,fr-CA;q=0.4,en;q=0.9')).toBe('en');
  expect(preferredLanguage('es, fr;q=0, it')).toBeNull();
  expect(preferredLanguage(undefined)).toBeNull();
  expect(preferredLanguage(','.repeat(100_000))).toBeNull();
});
