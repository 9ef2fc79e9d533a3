import type { Language } from './languages.ts';

// The message catalogue. English is written at the place of use and is the key of its translations
// (packages/domain/texts). A message has placeholders in braces, and tags when part of it is an element (`rich` of the
// web app).

/** The forms of a translation that depends on a number, by the category of Intl.PluralRules. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Translation = string | PluralForms;

type TextSource = {
  /** The language of the page, request or mail that is being written. */
  readonly language: () => Language;
  readonly find: (key: string) => Translation | undefined;
};

const english: TextSource = { language: () => 'en', find: () => undefined };
let source = english;

/** Set once at the start: by the server for all requests, by the browser for its page. Returns the one before. */
export function setTextSource(next: TextSource): TextSource {
  const before = source;
  source = next;
  return before;
}

export const language = (): Language => source.language();

/** The names of the placeholders of a message. */
export type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type Value = string | number;
type Values<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Text>, Value>>];

/** Numbers are written as the language writes them. */
export function fill(text: string, values: Readonly<Record<string, Value>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === 'number' ? numberText(value) : value;
  });
}

/** The message in the language of the page. A text that is not in the catalogue is returned as it is. */
export function t<const Text extends string>(text: Text, ...[values]: Values<Text>): string {
  const found = source.find(text);
  const form = typeof found === 'string' ? found : text;
  return values === undefined ? form : fill(form, values);
}

/** Marks a text of a constant for the catalogue; `t` translates it where it is shown. */
/* @__NO_SIDE_EFFECTS__ */
export const msg = <const Text extends string>(text: Text): Text => text;

/** "Total: 5.00 CAD", with the space that French has before a colon. */
export const labelled = (label: string, value: string): string => t('{label}: {value}', { label, value });

/** A text with a second meaning elsewhere: the context tells translators which one this is. */
export function tIn(context: string, text: string): string {
  const found = source.find(`${context}: ${text}`);
  return typeof found === 'string' ? found : text;
}

type OtherValues<Text extends string> = [Exclude<Placeholders<Text>, 'count'>] extends [never]
  ? []
  : [values: Readonly<Record<Exclude<Placeholders<Text>, 'count'>, Value>>];

const rules: Partial<Record<Language, Intl.PluralRules>> = {};
function ruleOf(of: Language): Intl.PluralRules {
  rules[of] ??= new Intl.PluralRules(of);
  return rules[of];
}

/** A message with a number, `{count}`. English has two forms; a translation has those of its language. */
export function plural<const One extends string, const Other extends string>(
  count: number,
  forms: { readonly one: One; readonly other: Other },
  ...[values]: OtherValues<One | Other>
): string {
  const found = source.find(forms.other);
  const all: PluralForms = found === undefined ? forms : typeof found === 'string' ? { other: found } : found;
  const form = all[ruleOf(found === undefined ? 'en' : source.language()).select(count)] ?? all.other;
  return fill(form, { ...values, count });
}

/** The locale for Intl. */
export const locale = (): string => (language() === 'en' ? 'en-CA' : language());

/** 1234.5 as "1,234.5", "1.234,5" or "1 234,5". */
export const numberText = (value: number, digits?: number): string =>
  value.toLocaleString(locale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The mark between thousands, as Intl writes it. */
export const groupMark = (): string => ({ en: ',', de: '.', fr: '\u202F' })[language()];

/** The mark between whole and fraction. */
export const decimalMark = (): string => (language() === 'en' ? '.' : ',');
