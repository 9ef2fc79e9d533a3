import { parseSync } from 'vite';

// Finds the messages of a source file: the first argument of t, msg and rich, the forms of plural, and the labels of
// state machines.

export type Node = { type: string; start: number; end: number; [field: string]: unknown };

export const parse = (file: string, code: string): Node => parseSync(file, code).program as unknown as Node;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

export function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) yield* value.filter(isNode);
    else if (isNode(value)) yield value;
  }
}

/** The texts an expression can be: a literal, or either side of a condition or a default. */
export function textsOf(node: Node | undefined): string[] {
  if (!node) return [];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateLiteral') {
    const quasis = node.quasis as { value: { cooked: string } }[];
    return quasis.length === 1 && quasis[0] ? [quasis[0].value.cooked] : [];
  }
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap((one) => textsOf(one as Node));
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((one) => textsOf(one as Node));
  return [];
}

const nameOf = (node: Node): string => String(node.name ?? node.value ?? '');

export function calleeOf(node: Node): string | null {
  if (node.type !== 'CallExpression') return null;
  const callee = node.callee as Node;
  return callee.type === 'Identifier' ? nameOf(callee) : null;
}

function propertyOf(object: Node | undefined, name: string): Node | undefined {
  const properties = (object?.type === 'ObjectExpression' ? object.properties : []) as Node[];
  return properties.find(({ key }) => isNode(key) && nameOf(key) === name)?.value as Node | undefined;
}

function labelsIn(node: Node): string[] {
  const own =
    node.type === 'Property' && isNode(node.key) && ['label', 'done'].includes(nameOf(node.key))
      ? textsOf(node.value as Node)
      : [];
  return [...own, ...[...childrenOf(node)].flatMap(labelsIn)];
}

function messagesOf(node: Node): string[] {
  const args = (node.arguments ?? []) as Node[];
  switch (calleeOf(node)) {
    case 't':
    case 'msg':
    case 'rich':
      return textsOf(args[0]);
    case 'tIn':
      return textsOf(args[1]).map((text) => `${textsOf(args[0])[0]}: ${text}`);
    case 'plural':
      return textsOf(propertyOf(args[1], 'other'));
    case 'defineMachine':
      return args.flatMap(labelsIn);
    default:
      return [];
  }
}

function collect(node: Node, found: Set<string>): void {
  for (const text of messagesOf(node)) if (text !== '') found.add(text);
  for (const child of childrenOf(node)) collect(child, found);
}

const mayHaveMessages = /\b(?:t|msg|rich|tIn|plural|defineMachine)\(/;

export function messagesIn(file: string, code: string): string[] {
  if (!mayHaveMessages.test(code)) return [];
  const found = new Set<string>();
  collect(parse(file, code), found);
  return [...found];
}
