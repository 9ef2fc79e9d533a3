import { fill, type Placeholders, t } from '@tuneport/domain/text/text';
import { createElement, Fragment, type ReactNode } from 'react';

type Tags<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}` ? Name | Tags<Rest> : never;
type Parts<Text extends string> = Readonly<
  Record<Tags<Text>, (text: string) => ReactNode> & Record<Placeholders<Text>, ReactNode>
>;

const parts = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g;

/**
 * A message with elements in it: `<link>terms</link>` is drawn by the function `link`, `{price}` by the node `price`.
 * The translator sees one sentence.
 */
export function rich<const Text extends string>(text: Text, given: Parts<Text>): ReactNode {
  const values = given as Record<string, unknown>;
  const plain = Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === 'string' || typeof value === 'number'),
  ) as Record<string, string | number>;
  // The type of the message is checked by Parts.
  const message = (t as (text: string) => string)(text);
  const nodes: ReactNode[] = [];
  let at = 0;
  for (const match of message.matchAll(parts)) {
    const [whole, tag, inner = '', name = ''] = match;
    nodes.push(message.slice(at, match.index));
    at = match.index + whole.length;
    if (tag === undefined) nodes.push(name in plain ? fill(whole, plain) : (values[name] as ReactNode));
    else nodes.push((values[tag] as (text: string) => ReactNode)(fill(inner, plain)));
  }
  nodes.push(message.slice(at));
  return createElement(Fragment, null, ...nodes);
}
