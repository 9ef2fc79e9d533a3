import { calleeOf, childrenOf, type Node, parse, textsOf } from './text-messages.ts';

// Finds texts of the interface that are not in the message catalogue, and messages that are translated too early.

type Finding = { readonly line: number; readonly what: string };

const textProps =
  /^(?:label|title|aria-label|placeholder|alt|hint|lead|text|description|empty|legend|caption|confirm|note|heading|searchLabel|confirmLabel)$/;
const isText = (text: string): boolean => /\p{L}{2}/u.test(text);
/** A word that starts with a capital, or several words: not an identifier, a unit or a class. */
const readsLikeText = (text: string): boolean => /^\p{Lu}\p{Ll}+(?:[ .,:!?…]|$)|^\p{Ll}+ \p{Ll}+ /u.test(text);

const nameOf = (node: unknown): string => String((node as Node).name ?? (node as Node).value ?? '');
const translators = new Set(['t', 'msg', 'rich', 'plural', 'tIn']);

/** What an expression in a visible place shows: literals, the sides of conditions, and the fixed parts of templates. */
function shownBy(node: Node): string[] {
  if (node.type === 'LogicalExpression') return [node.left, node.right].flatMap((side) => shownBy(side as Node));
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked.trim()).filter(isWord);
  if (node.type === 'ConditionalExpression')
    return [node.consequent, node.alternate].flatMap((side) => shownBy(side as Node));
  return textsOf(node).filter(isText);
}
const isWord = (text: string): boolean => /^\p{L}{3,}(?:\s|$)|\s\p{L}{3,}/u.test(text);

function visibleIn(node: Node): string[] {
  switch (node.type) {
    case 'JSXText':
      return isText(String(node.value)) ? [String(node.value).trim()] : [];
    case 'JSXAttribute': {
      const value = node.value as Node | null;
      if (!value || !textProps.test(nameOf(node.name))) return [];
      return shownBy(value.type === 'JSXExpressionContainer' ? (value.expression as Node) : value);
    }
    case 'JSXElement':
    case 'JSXFragment':
      return (node.children as Node[]).flatMap((child) =>
        child.type === 'JSXExpressionContainer' ? shownBy(child.expression as Node) : [],
      );
    case 'Property':
      return textProps.test(nameOf(node.key)) ? textsOf(node.value as Node).filter(readsLikeText) : [];
    default:
      return [];
  }
}

/** Names that are the same in every language. */
const names =
  /^(?:Tuneport|FlashZilla(?: \w+)?|KESS|CMDflash|Flex|VIN|ECU|TCU|AWD|SKU|SHA-256.*|UTC|LPG|kW|Nm|hp|lb-ft|rpm|JSON|HTML|CSV|PNG|kg|km|px|MiB|#[0-9a-f]{6}|[A-Z0-9]{4}(?:-[A-Z0-9]{4})+)$/;

export function literalsIn(file: string, code: string): Finding[] {
  const findings: Finding[] = [];
  const lineOf = (at: number) => code.slice(0, at).split('\n').length;
  const walk = (node: Node, inFunction: boolean): void => {
    const callee = calleeOf(node);
    if (callee !== null && translators.has(callee)) {
      if (callee !== 'msg' && !inFunction)
        findings.push({ line: lineOf(node.start), what: `${callee}() runs before the language is known` });
      // Elements given to rich() are checked; its message is not.
      for (const argument of (node.arguments as Node[]).slice(1)) walk(argument, inFunction);
      return;
    }
    for (const what of visibleIn(node)) if (!names.test(what)) findings.push({ line: lineOf(node.start), what });
    const isFunction = /Function|MethodDefinition/.test(node.type);
    for (const child of childrenOf(node)) walk(child, inFunction || isFunction);
  };
  walk(parse(file, code), false);
  return findings;
}
